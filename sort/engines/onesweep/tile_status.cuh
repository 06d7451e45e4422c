// What a tile publishes for the tiles behind it, the state of decoupled look-back (Merrill, Garland 2016):
// first the counts of its own bins, later the totals, which are the counts of this and all earlier tiles.
#pragma once
#include "sort/cuda/publish.cuh"
#include "sort/engines/onesweep/shapes.h"

namespace sort::onesweep {

/// Status words: for each pair of bins of each tile one 8-byte word, in either half two bits of flag and a
/// count. Every pass leaves all words flagged as totals; passes alternate in the meaning of the flags, so
/// that the words are cleared before the first pass only.
struct TileStatus {
    static constexpr uint32_t kCountBits = 30;
    static_assert(kMostPairs <= 1u << kCountBits, "no bin of a pass that runs holds all pairs");

    unsigned long long* words;
    uint32_t turn;  // how many passes have used these words since they were cleared

    struct Counts {
        uint32_t low, high;  // of bins 2i and 2i + 1
    };
    enum class State { waiting, counts, totals };

    __device__ void publish(uint32_t at, State state, Counts counts) const {
        const uint32_t flag = flag_of(state) << kCountBits;
        const unsigned long long word =
            static_cast<unsigned long long>(flag | counts.high) << 32 | (flag | counts.low);
        sort::publish(words[at], word);
    }
    __device__ unsigned long long load(uint32_t at) const { return published(words[at]); }
    __device__ State state_of(unsigned long long word) const {
        const uint32_t flag = static_cast<uint32_t>(word >> (32 + kCountBits));
        return flag == flag_of(State::totals)   ? State::totals
               : flag == flag_of(State::counts) ? State::counts
                                                : State::waiting;
    }
    __device__ static Counts counts_of(unsigned long long word) {
        constexpr uint32_t kMask = (1u << kCountBits) - 1;
        return {static_cast<uint32_t>(word) & kMask, static_cast<uint32_t>(word >> 32) & kMask};
    }

private:
    /// Even turns find 0 and write 1, then 2; odd turns find 2 and write 3, then 0.
    __device__ uint32_t flag_of(State state) const {
        return ((state == State::counts ? 1u : 2u) + 2 * (turn % 2)) & 3u;
    }
};

}  // namespace sort::onesweep
