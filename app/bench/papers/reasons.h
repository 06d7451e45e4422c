// Why a claim does not hold: one sentence, made of numbers that the same run measured. Which claim has which:
// app/manual/papers.md.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/figure.h"

namespace app {

/// What two times consist of: bytes by their models and share of the copy rate; from a cache, where that is over 1.
/// "" where neither is known.
std::string by_bytes(const std::string& a, const Point& of_a, const std::string& b, const Point& of_b);

/// How much of the times of two series at `at` their fewest keys take already: launches and barriers, not bytes. "" where
/// either moves bytes at more than kFixedTime of the copy rate, or nothing smaller was measured.
std::string by_fixed_time(const Chart& chart, const std::string& a, const std::string& b,
                          const std::string& at);
inline constexpr double kFixedTime = 0.05;

/// A time, and another that it is held against.
struct TwoTimes {
    double ms = 0, other_ms = 0;
};

/// Says whether a time grows with n: "the check takes 0.09 of 3 ms, with 16Ki keys 0.08 of 0.2", where `word` is "of".
/// Without the second half where `fewest_at` is "".
std::string by_fewest(const std::string& what, const std::string& word, const TwoTimes& here,
                      const std::string& fewest_at, const TwoTimes& fewest);

/// A part of a time.
struct TimePart {
    std::string name;
    double ms = 0;
    double copy_share = 0;  // its bytes a second over those of a copy; 0: not known
};

/// Each part's share of the time and of the copy rate, the largest first; "" where all are 0.
std::string by_parts(std::vector<TimePart> parts);

/// How much faster a part of `a` is than that of `b`, and all else: where a gain comes from, or is lost.
std::string by_gains(const std::string& part, double part_of_a_ms, double part_of_b_ms, double all_of_a_ms,
                     double all_of_b_ms);

}  // namespace app
