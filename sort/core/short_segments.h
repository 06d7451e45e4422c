// Segments that are short enough for a warp each, which sorts them in shared memory: what TypedSort does on CUDA
// devices with calls whose segments are short on the average. Longer ones among them are left to the sort by (segment,
// key).
#pragma once
#include "sort/core/order_words.h"
#include "sort/stage.h"

namespace sort {

/// Zeroes *state, sets the bits of SegmentState there, sorts the segments of up to kShortSegment pairs, and, where a
/// call writes to other arrays, copies the pairs outside of all segments. With SegmentState::not_ascending it sorts
/// none. Queued on the stream. Throws Unavailable where a CUDA call fails.
void sort_short_segments(const SortArrays& arrays, uint32_t count, const PairSortOptions& options,
                         uint32_t* state, Stream stream);

}  // namespace sort
