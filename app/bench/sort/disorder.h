// At which disorder an engine that repairs is faster than one that sorts.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "app/bench/sort/sort_case.h"

namespace app {

/// Comparison of an engine with a rival over the disorder of one series, for one n and one way of launching.
struct Crossover {
    std::string series;
    uint32_t count = 0;
    sort::Launch launch = sort::Launch::stream;
    std::string engine, rival;
    std::vector<const SortRow*> points{};  // the engine's, as disorder ascends
    std::vector<bool> won{};               // by point: faster than the rival by more than the noise of both
    std::vector<bool> unclear{};           // by point: neither is faster by more than that

    /// Points from one to another, both included, with no loss between them.
    struct Range {
        const SortRow *first, *last;
    };
    std::vector<Range> faster() const;

    const SortRow* last_won() const;    // the most disorder at which the engine was faster; null: at none
    const SortRow* first_lost() const;  // from here to the end it was faster at none; null: faster at the end
    std::vector<const SortRow*> within_noise() const;  // the points that are unclear
    uint32_t lost_between() const;                     // points below last_won() at which it was not faster
};

/// The crossovers of `engine` with `rival` in the order of the rows, whose series ascend. Rows that were not
/// measured count for nothing.
std::vector<Crossover> crossovers(std::span<const SortRow> rows, const std::string& engine,
                                  const std::string& rival);

/// "displacement, 1Mi, stream: adaptive is faster than bucketsort up to 4096 places, no faster from
/// 8192 places on"; "... is faster than bucketsort only from 4 to 16 places and at 64 places"; "... is
/// nowhere faster than bucketsort". "; within the noise at 8 places and 16 places" follows where the medians differ by
/// no more.
std::string crossover_text(const Crossover& crossover);

}  // namespace app
