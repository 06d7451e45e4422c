// eightway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", Computer Graphics
// Forum 2009, the 8-way sort of section 5. 3 bits a pass, so 11 passes for 32 bits, the last of 2 bits. The
// stages are those of fourway.cu, the code is ha.cuh and kernels.cuh.
//
// The paper measured its 8-way sort 5 to 10 % slower than the 4-way sort, and only on keys alone: eight
// counting arrays beside key and index were more than the 16 KB of shared memory of the day. Here the
// counters never fill shared memory, so that fewer passes are fewer bytes.
//
// Example, one pass on 5 2 7 0 5 1 2 7 with tiles of four (bins 3, 4 and 6 are empty):
//   count    tiles 5 2 7 0 | 5 1 2 7, shuffled 0 2 5 7 | 1 2 5 7
//            histograms, bin-major   0: 1 0   1: 0 1   2: 1 1   5: 1 1   7: 1 1
//   scan     offsets                 0: 0 1   1: 1 1   2: 2 3   5: 4 5   7: 6 7
//   map      0 -> 0, 2 -> 2, 5 -> 4, 7 -> 6 | 1 -> 1, 2 -> 3, 5 -> 5, 7 -> 7: 0 1 2 2 5 5 7 7
//
// Bytes a pair and pass: 4 check + 16 count + 16 map = 36, as fourway, but 396 instead of 576 for 32 bits;
// keys alone 20. The histograms add 128 a tile of 2048. Launches: 3 a pass and one that ends the sort: 34.
// Variant no-shuffle: 32 bytes a pair and pass; 11 passes end in the other buffer, so 16 more to copy back.
//
// Departures from the paper: those of fourway.cu, and
// - a thread counts its pairs in eight 8-bit fields of one word; the block's counters are 16 bits wide, four
//   in each of two words, and a warp sums one of the words over all warps.
#include "sort/engines/ha/ha.cuh"

namespace sort {
bool register_eightway() { return add_engine(ha::Choice<ha::kEightway>::engine()); }

}  // namespace sort
