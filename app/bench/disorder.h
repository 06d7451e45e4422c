// From which disorder on an engine that repairs is no faster than one that sorts.
#pragma once
#include <span>

#include "app/bench/sort_case.h"

namespace app {

/// Of one series, n and launch.
struct Crossover {
    std::string series;
    uint32_t count = 0;
    sort::Launch launch = sort::Launch::stream;
    std::string engine, rival;
    const SortRow* last_won = nullptr;  // the most disorder at which the engine was faster; null: at none
    const SortRow* first_lost =
        nullptr;                // the least from which it was faster at none; null: faster to the end
    uint32_t lost_between = 0;  // points below last_won at which it was not faster
};

/// The crossovers of `engine` with `rival` in the order of the rows, whose series ascend. Rows that were not
/// measured count for nothing.
std::vector<Crossover> crossovers(std::span<const SortRow> rows, const std::string& engine,
                                  const std::string& rival);

/// "displacement, 1Mi, stream: adaptive is faster than onesweep up to 4096 places, no faster from
/// 8192 places on"
std::string crossover_text(const Crossover& crossover);

}  // namespace app
