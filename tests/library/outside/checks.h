// What each part of the outside project does with the library.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/pairs.h"
#include "sort/pair_sorter.h"

namespace checks {

inline std::string engine_names() {
    std::string names;
    for (const sort::Engine& engine : sort::engines()) names += std::string(engine.name) + " ";
    return names;
}

inline bool sorts(sort::PairSorter& sorter) {
    std::vector<uint32_t> keys = {5, 2, 7, 2, 0}, values = {0, 1, 2, 3, 4};
    sorter.sort_pairs(keys.data(), values.data(), keys.size());
    return keys == std::vector<uint32_t>{0, 2, 2, 5, 7} && values == std::vector<uint32_t>{4, 1, 3, 0, 2};
}

inline const std::vector<sim::Box>& boxes() {
    static const std::vector<sim::Box> three = {
        {{0, 0, 0}, {1, 1, 1}}, {{5, 5, 5}, {6, 6, 6}}, {{1, 0, 0}, {2, 1, 1}}};
    return three;
}

inline bool finds(sim::PairFinder& finder) {
    finder.find(boxes().data(), boxes().size());
    return *finder.count() == 1 && finder.pairs()[0] == 0 && finder.pairs()[1] == 2;
}

}  // namespace checks
