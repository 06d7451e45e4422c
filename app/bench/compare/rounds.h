// By how much one program differs from another, over rounds in which both ran in turns: each round gives one ratio of
// medians, and what changes from run to run, as the clock rate, is in the interval.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "app/measure/median_ratio.h"

namespace app {

/// Fewest rounds for an interval of 95 %.
inline constexpr size_t kFewestRounds = 6;

/// How often the interval of one look holds the true ratio, and that of the rounds of two looks together. The latter
/// decides what is called slower: with 6 rounds per look, wrongly in 13 of 4,096 (at most 1 of 12 ratios below 1).
inline constexpr double kOneLook = 0.95, kTwoLooks = 0.99;

/// Medians of one case, of the same round at the same index. The ratio is the median of the rounds' ratios; its interval
/// is that of the sign test (order statistics), which assumes nothing of how times scatter.
MedianRatio ratio_over_rounds(std::span<const double> before_ms, std::span<const double> now_ms,
                              double confidence = kOneLook);

/// Returns about how many rounds would give a verdict, where `rounds` of them gave this interval; 0: there is none.
uint64_t rounds_needed(const MedianRatio& ratio, size_t rounds);

}  // namespace app
