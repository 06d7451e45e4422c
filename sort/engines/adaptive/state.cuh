// What the kernels of `adaptive` share: its paths and the flags of a tile.
#pragma once
#include "sort/digits.h"
#include "sort/engines/bucketsort/state.cuh"
#include "sort/sorter.h"

namespace sort {

/// After so many calls in a row that windows could not repair, so many go straight to the full sort.
constexpr uint32_t kMissesBeforeRest = 2, kRestCalls = 8;

/// Report.path: which path the sort took.
enum class AdaptivePath : uint32_t { in_order, windows, full_sort };

constexpr uint32_t kDescends = 1;  // a key of the input is greater than the next
constexpr uint32_t kTooMuch = 2;   // windows cannot repair this

}  // namespace sort
