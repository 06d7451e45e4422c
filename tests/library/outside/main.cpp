// Sorts, finds pairs, and looks that no engine is here but those that were linked.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "sim/pairs.h"
#include "sort/pair_sorter.h"
#include "sort/registry.h"

int main() {
    std::string names;
    for (const sort::Engine& engine : sort::engines()) names += std::string(engine.name) + " ";
    if (names != "cpu-adaptive cpu-radix ") return std::printf("engines: %s\n", names.c_str()), 1;

    std::vector<uint32_t> keys = {5, 2, 7, 2, 0}, values = {0, 1, 2, 3, 4};
    sort::PairSorter sorter(5, {.backend = sort::Backend::cpu});
    sorter.sort_pairs(keys.data(), values.data(), keys.size());
    if (keys != std::vector<uint32_t>{0, 2, 2, 5, 7} || values != std::vector<uint32_t>{4, 1, 3, 0, 2})
        return 2;

    const std::vector<sim::Box> boxes = {
        {{0, 0, 0}, {1, 1, 1}}, {{5, 5, 5}, {6, 6, 6}}, {{1, 0, 0}, {2, 1, 1}}};
    const auto pairs = sim::overlapping_pairs(boxes, {.backend = sort::Backend::cpu});
    if (pairs != std::vector<uint32_t>{0, 2}) return 3;
    std::printf("outside: all right\n");
}
