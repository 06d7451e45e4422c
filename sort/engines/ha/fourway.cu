// fourway: L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", Computer Graphics
// Forum 2009, sections 3 and 4 and algorithms 1 to 6. Least significant digit first, 2 bits a pass, so 16
// passes for 32 bits. The code is ha.cuh and kernels.cuh, shared with eightway and sixteenway.
//
// A pass (section 4):
//   order check   are the keys in order? Then this and all later passes leave (4.2; order_check.cu)
//   count         each block counts its tile four ways at once, shuffles it by digit in shared memory
//                 (4.3, 4.6), writes it to the scratch pairs and its histogram (the paper's block sums),
//                 bin-major
//   scan          one-way prefix sum over the histograms gives each tile's four bins their offsets (4.4)
//   map           the pairs of a bin (the paper's cluster) go to its offset, threads on consecutive pairs
//                 (4.5, 4.6)
// count reads the caller's arrays and writes the scratch, map brings the pairs back: after every pass, and so
// however many passes run, the data is where the caller gave it, and there is never a copy back to decide on.
//
// Example, one pass on 1 2 0 3 0 1 1 0 with tiles of four (figure 2):
//   count    tiles 1 2 0 3 | 0 1 1 0, shuffled 0 1 2 3 | 0 0 1 1
//            histograms, bin-major   0: 1 2   1: 1 2   2: 1 0   3: 1 0
//   scan     offsets                 0: 0 1   1: 3 4   2: 6 7   3: 7 8
//   map      0 -> 0, 1 -> 3, 2 -> 6, 3 -> 7 | 0 0 -> 1 2, 1 1 -> 4 5: 0 0 0 1 1 1 2 3
//
// Bytes a pair and pass: 4 check (a few KB when the quick part finds a descent) + 16 count + 16 map = 36;
// keys alone 20. The histograms add 64 a tile of 2048 (16 written by count, 32 by the scan, 16 read by map).
// Launches a pass: check, count with scan, map = 3, and one that ends the sort: 49. Leaving early with no
// word from the host:
//   gated      every later kernel reads the word of its pass and leaves (0.6 us each in a graph on an H200)
//   IF node    captured streams only: the first check, then all passes, gated, in the body of one IF node
//
// Variant no-shuffle, what the paper compares its shuffle with (4.6): count reads the keys alone and writes
// ranks, map sends each pair straight from where it lies, neighbours to different bins. 4 check + 8 count +
// 20 map = 32 bytes a pair and pass, but the writes touch far more sectors; the pairs change buffers in every
// pass, and a last kernel copies them back when the number of passes run, known to the device, is odd.
//
// Variant cluster-map, algorithm 4 itself: map brings the shuffled tile to shared memory and writes it digit by digit,
// each thread to an address of its own number within a line of a warp. Bytes and launches are the same.
//
// Departures from the paper, each for today's hardware:
// - tiles of 2048 pairs, 256 threads with 8 each, instead of 256 pairs (2 each, the tile 128x2), which filled the
//   16 KB of shared memory of the day. How many blocks are resident is asked of the device, as in the paper; they loop
//   over the tiles.
// - the four counters stand side by side in one 64-bit word (the paper: four arrays) and are scanned together
//   by warp shuffles (the paper: an up and a down sweep in shared memory).
// - the scan is done by the last block that has counted, which saves a launch; a traced sort has a kernel.
// - threads are not shifted to 128-byte lines when a bin is written: writes merge by 32-byte sectors now. Nor
//   does map go through shared memory bin by bin: a pair's digit names the lane that holds its way. (The variant
//   cluster-map does both.)
// - the check's two parts are one kernel (see there), and the index is moved like the key, not by texture.
#include "sort/engines/ha/ha.cuh"

namespace sort {
bool register_fourway() { return add_engine(ha::Choice<ha::kFourway>::engine()); }

}  // namespace sort
