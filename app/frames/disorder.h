// How far keys are from being in order, in the order in which a sort gets them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace app {

/// How far an input is from being in order; over all frames of it.
struct Disorder {
    uint32_t max_shift = 0;  // largest |place in order - place|
    double misplaced = 0;    // share of the keys that are not in their place
};

/// Returns the disorder of an order, which gives the index of the key that belongs to each place.
Disorder disorder_of(const std::vector<uint32_t>& order);

/// Counts the keys that are greater than the next one.
uint32_t descents_of(std::span<const uint64_t> keys);

/// Counts the fewest keys without which the others are in order: n less the longest ascending subsequence. Keys
/// 1 5 2 3 4 have one, the 5.
uint32_t movers_of(std::span<const uint64_t> keys);

}  // namespace app
