// Where each block's pairs go in one list, in the order of the blocks, without a second pass: decoupled
// look-back (Merrill, Garland 2016) over 64-bit counts.
//
// Blocks take tickets, so a block waits only for blocks that are already at work. A word a ticket says
// nothing yet (0), the block's own count, or the count of all up to it.
#pragma once
#include "sort/cuda/block.cuh"
#include "sort/cuda/publish.cuh"

namespace sim {

struct PairPlaces {
    uint32_t* ticket;           // zero before the launch
    unsigned long long* words;  // one a block, zero before the launch

    /// Takes the next ticket, the same in all threads of the block.
    __device__ uint32_t take_ticket() const {
        __shared__ uint32_t s_ticket;
        if (threadIdx.x == 0) s_ticket = atomicAdd(ticket, 1u);
        __syncthreads();
        return s_ticket;
    }

    /// Returns the pairs of all blocks with lower tickets; `own` are this block's. One whole warp calls it.
    __device__ uint64_t before(uint32_t mine, uint64_t own) const {
        const uint32_t lane = sort::own_lane();
        if (lane == 0) publish(mine, mine == 0 ? kTotal : kOwn, own);
        uint64_t sum = 0;
        for (uint32_t end = mine; end > 0;) {
            // Look at 32 words at once, the nearest in lane 0; wait until all that count are there.
            const bool there = lane < end;
            unsigned long long word = kTotal;
            if (there) word = load(end - 1 - lane);
            const uint32_t totals = __ballot_sync(sort::kAllLanes, !there || (word & kTotal) != 0);
            const uint32_t missing = __ballot_sync(sort::kAllLanes, word == 0);
            const uint32_t nearest = totals == 0 ? 32 : __ffs(int(totals)) - 1;
            const uint32_t counted = nearest >= 31 ? sort::kAllLanes : (2u << nearest) - 1;
            if (missing & counted) {
                __nanosleep(20);
                continue;
            }
            const uint64_t value = counted >> lane & 1 ? word & kValue : 0;
            sum += sort::warp_total(value);
            if (nearest < 32) break;
            end -= 32;
        }
        if (lane == 0 && mine > 0) publish(mine, kTotal, sum + own);
        return sum;
    }

private:
    static constexpr unsigned long long kOwn = 1ull << 62, kTotal = 1ull << 63, kValue = kOwn - 1;

    __device__ void publish(uint32_t at, unsigned long long flag, uint64_t value) const {
        sort::publish(words[at], flag | value);
    }
    __device__ unsigned long long load(uint32_t at) const { return sort::published(words[at]); }
};

}  // namespace sim
