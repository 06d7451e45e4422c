// What a traced pass writes for lessons and tests, and how it is made the same on every device: what a tile
// finds when it looks back is a matter of timing, so the blocks of a traced pass wait for each other, all
// with a tile each, before they look back and before they publish totals. One cooperative launch.
#pragma once
#include "sort/base/tiles.h"
#include "sort/cuda/cooperative.cuh"
#include "sort/engines/onesweep/shapes.h"

namespace sort::onesweep {

/// Trace of DigitPass::run, in place of NoTrace. Device memory; `count` words each unless stated.
struct PassTrace {
    static constexpr bool kActive = true;

    struct Bin {
        uint32_t count, before, start;  // in the tile, in all earlier tiles, of lower bins in the tile
    };

    uint32_t count, tile_pairs, last_bin;    // last_bin: that of ~0, which missing keys are
    uint32_t *digits, *ranks;                // of each pair; among those of its tile and digit
    uint32_t *before, *bin_starts, *places;  // ranks + before + bin_starts = places
    uint32_t* exchanged;                     // the keys of each tile in order of the digit
    uint32_t* tile_counts;                   // [bin][tile]
    uint32_t* reads;                         // [tile][kTracedBlocks]: Read, of the tile before first
    uint32_t *tile_before, *tile_starts;     // [tile][bin]

    __device__ void all_have_a_tile() const { wait(); }

    __device__ void ranked(uint32_t tile, uint32_t at, uint32_t key, uint32_t digit, uint32_t place) const {
        const uint32_t begin = tile * tile_pairs;
        if (begin + at >= count) return;
        digits[begin + at] = digit;
        places[begin + at] = place;
        exchanged[begin + place] = key;
    }

    __device__ void all_have_published(uint32_t tile) const {
        if (threadIdx.x < kTracedBlocks) reads[tile * kTracedBlocks + threadIdx.x] = kNotRead;
        wait();
    }

    /// The step-th look of a tile, by all threads that count bins, and with the same answer.
    __device__ void read(uint32_t tile, uint32_t step, bool total) const {
        reads[tile * kTracedBlocks + step] = total ? kTotal : kCounts;
    }

    __device__ void all_have_looked_back() const { wait(); }

    __device__ void counted(uint32_t tile, uint32_t bin, Bin found) const {
        const uint32_t pads = tile_pairs - min(tile_pairs, count - tile * tile_pairs);
        tile_counts[bin * tile_count(count, tile_pairs) + tile] = found.count - (bin == last_bin ? pads : 0);
        tile_before[tile * kDigitBins + bin] = found.before;
        tile_starts[tile * kDigitBins + bin] = found.start;
    }

    /// Records where a pair was placed. Called by the thread that called ranked(), a barrier of the block
    /// after counted().
    __device__ void placed(uint32_t tile, uint32_t at, const uint32_t* starts) const {
        const uint32_t i = tile * tile_pairs + at;
        if (i >= count) return;
        const uint32_t digit = digits[i], bin = tile * kDigitBins + digit;
        ranks[i] = places[i] - tile_starts[bin];
        before[i] = tile_before[bin];
        bin_starts[i] = starts[digit];
        places[i] = ranks[i] + before[i] + bin_starts[i];
    }

    /// The block's next tile would be `ticket`. Others may have one more round than this block.
    __device__ void ended(uint32_t ticket, uint32_t tiles) const {
        if (ticket >= tile_count(tiles, gridDim.x) * gridDim.x) return;
        wait();
        wait();
    }

private:
    __device__ static void wait() { GridBarrier()(); }
};

}  // namespace sort::onesweep
