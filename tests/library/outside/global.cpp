// Objects of the whole program, made as early as a program can ask for and destroyed as late: before anything that the
// library could do before main.
#include "checks.h"

[[gnu::init_priority(101)]] sort::PairSorter early_sorter(5, {.backend = sort::Backend::cpu});
[[gnu::init_priority(101)]] sim::PairFinder early_finder(3, {.backend = sort::Backend::cpu});
