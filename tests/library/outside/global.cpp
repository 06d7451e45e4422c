// Objects of the whole program, made as early as a program can ask for and destroyed as late: before anything that the
// library could do before main.
#include <cstdlib>

#include "checks.h"

[[gnu::init_priority(101)]] sort::PairSorter early_sorter(5, {.backend = sort::Backend::cpu});
[[gnu::init_priority(101)]] sim::PairFinder early_finder(3, {.backend = sort::Backend::cpu});

struct SearchesAsItEnds {
    ~SearchesAsItEnds() {
        const std::vector<sim::Box> boxes = {{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}};
        if (sim::overlapping_pairs(boxes, {.backend = sort::Backend::cpu}).size() != 2) std::abort();
    }
};
[[gnu::init_priority(101)]] SearchesAsItEnds searches_as_it_ends;
