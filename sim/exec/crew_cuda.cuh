// All threads of a grid as a crew (crew.h). All of them make the same calls.
#pragma once
#include <cstdint>

#include "sim/math/float_bits.h"
#include "sim/math/vec3.h"
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/publish.cuh"

namespace sim {

inline constexpr uint32_t kCrewThreads = 256;  // of a block, one on a multiprocessor

/// Lanes of a warp that came here together.
struct LanesTogether {
    uint32_t mask;

    /// Waits until f() is true for all of them.
    template <class F>
    __device__ void wait_until(F f) const {
        while (!__all_sync(mask, f())) __nanosleep(20);
    }
};

class GridCrew {
public:
    /// True: all members run at once, and may wait for each other's words.
    static constexpr bool kWaits = true;

    /// Neighbours go to different multiprocessors: a few hundred keep all of them at work.
    template <class F>
    __device__ void each(uint64_t count, F f, uint32_t = 0) const {
        const uint64_t members = uint64_t(gridDim.x) * blockDim.x;
        for (uint64_t i = uint64_t(threadIdx.x) * gridDim.x + blockIdx.x; i < count; i += members)
            f(uint32_t(i));
    }
    template <class F>
    __device__ void alone(F f) const {
        if (blockIdx.x == 0 && threadIdx.x == 0) f();
    }
    /// Calls f(together, round, list, i) for i in [0, count(list)), list after list and round after round as
    /// each member sees it: a member that waits in f for earlier work waits for a member that gets there. A
    /// list is spread over all multiprocessors, and the next one goes to other warps, which are ready and
    /// wait when their turn comes. In each round i is the same member's. Once a kernel.
    template <uint32_t kLists, class Count, class F>
    __device__ void each_of_lists(uint32_t rounds, Count count, F f) const {
        __shared__ ListLoads s_lists[kLists];
        __shared__ uint32_t s_used;
        for (uint32_t list = threadIdx.x; list < kLists; list += blockDim.x)
            s_lists[list] = ListLoads(list, count(list), gridDim.x);
        __syncthreads();
        if (threadIdx.x == 0) s_used = order_loads(s_lists, kLists);
        __syncthreads();
        const uint32_t warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp, used = s_used;
        for (uint32_t round = 0; round < rounds; ++round) {
            for (uint32_t k = 0; k < used; ++k) {
                const ListLoads own = s_lists[k];
                for (uint32_t load = (warp - own.first) % kWarps; load < own.loads; load += kWarps) {
                    const uint32_t i = (load * own.lanes + lane) * gridDim.x + blockIdx.x;
                    const bool mine = lane < own.lanes && i < own.count;
                    const LanesTogether together{__ballot_sync(~0u, mine)};
                    if (mine) f(together, round, own.list, i);
                    __syncwarp();
                }
            }
        }
    }
    /// Words of 16 bytes that members hand on to each other, floats as bits.
    __device__ Vec4 published(const void* place) const {
        const uint4 word = sort::published_whole(place);
        return {bits_float(word.x), bits_float(word.y), bits_float(word.z), bits_float(word.w)};
    }
    __device__ void publish(void* place, const Vec4& word) const {
        sort::publish_whole(place,
                            {float_bits(word.x), float_bits(word.y), float_bits(word.z), float_bits(word.w)});
    }

    /// Waits for all members: what they have written can be read behind it.
    __device__ void meet() const {
        if (gridDim.x == 1) {
            __syncthreads();
        } else {
            sort::GridBarrier()();
        }
    }

private:
    static constexpr uint32_t kWarp = 32, kWarps = kCrewThreads / kWarp;
    static constexpr uint32_t kFewLanes = 4;  // of a warp, at least: lanes of one wait for each other

    /// Division of a list into loads, one per warp at a time.
    struct ListLoads {
        uint32_t list, count, lanes, loads;
        uint32_t first;  // loads of the lists before it

        ListLoads() = default;
        __device__ ListLoads(uint32_t number, uint32_t own, uint32_t blocks)
            : list(number), count(own), first(0) {
            const uint32_t a_block = (own + blocks - 1) / blocks;
            lanes = kFewLanes;
            if (a_block > 2 * kFewLanes * kWarps) {
                while (lanes < kWarp && lanes * kWarps < a_block) lanes *= 2;
            }
            loads = (a_block + lanes - 1) / lanes;
        }
    };
    /// Leaves out the empty ones. Returns how many are left.
    __device__ static uint32_t order_loads(ListLoads* all, uint32_t lists) {
        uint32_t used = 0, first = 0;
        for (uint32_t list = 0; list < lists; ++list) {
            if (all[list].count == 0) continue;
            all[used] = all[list];
            all[used++].first = first;
            first += all[list].loads;
        }
        return used;
    }
};

template <class F>
__global__ void __launch_bounds__(kCrewThreads) together_kernel(F f) {
    f(GridCrew{});
}

/// Launches f on a crew; on a device without cooperative launches the crew is one block.
template <class F>
void launch_together(bool cooperative, uint32_t multiprocessors, cudaStream_t stream, const F& f) {
    if (cooperative) {
        sort::launch_cooperative(together_kernel<F>, multiprocessors, kCrewThreads, 0, stream, f);
    } else {
        together_kernel<<<1, kCrewThreads, 0, stream>>>(f);
    }
}

}  // namespace sim
