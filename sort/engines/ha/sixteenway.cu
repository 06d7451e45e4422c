// sixteenway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", Computer Graphics
// Forum 2009: the paper's template over the ways (section 5) taken one step further than the paper measured.
// 4 bits a pass, so 8 passes for 32 bits. The stages are those of fourway.cu, the code is ha.cuh and
// kernels.cuh.
//
// Example, one pass on b 3 b 0 3 f 0 b (hexadecimal) with tiles of four; all other bins are empty:
//   count    tiles b 3 b 0 | 3 f 0 b, shuffled 0 3 b b | 0 3 b f
//            histograms, bin-major   0: 1 1   3: 1 1   b: 2 1   f: 0 1
//   scan     offsets                 0: 0 1   3: 2 3   b: 4 6   f: 7 7
//   map      0 -> 0, 3 -> 2, b b -> 4 5 | 0 -> 1, 3 -> 3, b -> 6, f -> 7: 0 0 3 3 b b b f
//
// Bytes a pair and pass: 4 check + 16 count + 16 map = 36, as fourway, but 288 instead of 576 for 32 bits;
// keys alone 20. The histograms add 256 a tile of 2048, and one block scans all of them: at 2^24 pairs 32
// rounds a pass, twice fourway's 128 in a whole sort. Larger tiles have fewer. Launches: 3 a pass and one
// that ends the sort: 25. Variant no-shuffle: 32 bytes a pair and pass.
//
// Departures from the paper: those of fourway.cu, and
// - a thread counts its pairs in sixteen 4-bit fields of one word (so at most 15 pairs a thread); the block's
//   counters are 16 bits wide, four in each of four words, and a warp sums one of the words over all warps.
#include "sort/engines/ha/ha.cuh"

namespace sort {
bool register_sixteenway() { return add_engine(ha::Choice<ha::kSixteenway>::engine()); }

}  // namespace sort
