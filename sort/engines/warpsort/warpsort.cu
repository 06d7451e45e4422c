// warpsort: X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne, "High performance comparison-based sorting algorithm on
// many-core GPUs" (GPU-Warpsort), IPDPS 2010, section IV. A merge sort by comparison whose unit is the warp:
// no barrier anywhere. Not stable; warpsort_index.cu is.
//
// Steps (figure 1; the sample is drawn first):
//   order check   are the keys in order? Then all else leaves (as in the other engines; the paper has none)
//   sample        s * k random keys, sorted; every k-th is a splitter (IV.C, figure 7)
//   bitonic sort  step 1: a warp sorts a run of 512 pairs in its registers (IV.A, figures 2 and 3)
//   merge         step 2, a level: a warp merges two runs, t / 2 pairs a fetch, from the run whose last
//                 fetched key is the smaller (IV.B, figures 4 and 5b), until l runs are left
//   split         step 3: all splitters are looked up in all runs: s pieces a run (IV.C, figure 6)
//   final merge   step 4, a level: a warp merges pieces (x, i) and (x + 1, i), until one run is left (IV.D)
// Step 1 writes where the last level then ends in the caller's arrays: there is no copy back.
//
// Example, warps that sort two keys and fetch two, two parts:
//   sample        splitter 3
//   bitonic sort  5 2 7 2 0 1 6 3   2 5 | 2 7 | 0 1 | 3 6
//   merge                           2 2 5 7 | 0 1 3 6
//   split                           2 2 / 5 7 | 0 1 / 3 6
//   final merge                     2 2 with 0 1, 5 7 with 3 6: 0 1 2 2 / 3 5 6 7
//
// Bytes a pair: 4 check (a few KB when it finds a descent) + 16 bitonic sort + 16 a level; keys alone half of
// the latter two. At 2^24 pairs l = 512 and s = 1024, 6 levels before the split and 9 after it: 256 bytes.
// Launches: check, 2 sample, bitonic sort, one a level, split, end: 21. Their number follows from n alone.
// Report: passes are the bitonic sort and the levels; in order already: none run.
//
// Departures from the paper, each for today's hardware unless it says otherwise:
// - the pairs of a warp lie in registers and change lanes by shuffles, not in shared memory: 16 a lane, so
//   runs of 512 (the paper: at least 128) and 2 levels fewer. Lanes in descending blocks complement their
//   keys for a phase; the paper gave each lane one ascending and one descending exchange.
// - t is 512, 256 or 64 by the length of what is merged. The next chunk is loaded while the network
//   works.
// - loads merge by 32-byte sectors whatever lane wants which word, so the reversed fetch of figure 5a is as
//   coalesced as 5b and saves its shuffles: the variant "reversed-fetch"; here 5b as the paper has it. What 5a cost
//   the paper's devices, an access per lane and no cache, the variant "uncoalesced" costs: each lane of a load reads
//   32 bytes of its own, past L1, where t is 512; two lanes share them where t is 256; t of 64 stays coalesced.
// - borders are not patched to aligned addresses: a lane past the border loads nothing and holds a sentinel.
//   A real pair with the largest key could not be told from it: these, at the ends of sorted runs, are not
//   merged but copied behind the merged ones.
// - l and s follow from n, not from the number of multiprocessors (the paper: 64 for 16), so that a device,
//   an emulation and the model make the same launches: l is about s, and a piece has 32 pairs or more.
// - the sorted samples of 512 each are merged by rank, all at once: merging them level by level would leave
//   the device idle for longer than the split takes.
// - equal keys are shared out evenly among the parts whose splitters they equal, in every run: any input
//   splits evenly. (The paper's zero distribution did so too; it does not say how.)
// - a merged piece is written where it lies in the merged run, so that at the end nothing is left to
//   assemble.
#include "sort/engines/warpsort/warpsort.cuh"

namespace sort {
bool register_warpsort() {
    return add_engine(warpsort::warpsort_engine<false>("warpsort", warpsort::kSentence));
}

}  // namespace sort
