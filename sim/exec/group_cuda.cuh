// The warp, a part of it and the block as groups (group.h). All their threads make the same calls.
#pragma once
#include "sim/exec/group.h"
#include "sort/cuda/warp.cuh"

namespace sim {

class WarpGroup {
public:
    static constexpr uint32_t kSize = 32;

    __device__ uint32_t member() const { return sort::own_lane(); }
    __device__ uint32_t size() const { return kSize; }

    /// Bit k: what member k says.
    __device__ uint32_t vote(bool own) const { return __ballot_sync(sort::kAllLanes, own); }

    __device__ void sync() const { __syncwarp(); }

    __device__ uint32_t from_member(uint32_t value, uint32_t member) const {
        return __shfl_sync(sort::kAllLanes, value, int(member));
    }

    __device__ float least(float value) const {
        for (uint32_t half = kSize / 2; half > 0; half /= 2)
            value = smaller(value, __shfl_xor_sync(sort::kAllLanes, value, half));
        return value;
    }

    __device__ uint32_t index_of_least(float value, uint32_t index) const {
        for (uint32_t half = kSize / 2; half > 0; half /= 2) {
            const float other = __shfl_xor_sync(sort::kAllLanes, value, half);
            const uint32_t its = __shfl_xor_sync(sort::kAllLanes, index, half);
            if (other < value || (other == value && its < index)) value = other, index = its;
        }
        return index;
    }
};

/// Neighbouring lanes of a warp, kLanes of them.
template <uint32_t kLanes>
class LaneGroup {
public:
    __device__ uint32_t member() const { return sort::own_lane() % kLanes; }
    __device__ uint32_t size() const { return kLanes; }
    __device__ void sync() const { __syncwarp(mask()); }
    __device__ bool any(bool own) const { return __any_sync(mask(), own) != 0; }
    __device__ float least(float value) const {
        for (uint32_t half = kLanes / 2; half > 0; half /= 2)
            value = smaller(value, __shfl_xor_sync(mask(), value, half));
        return value;
    }
    __device__ uint32_t most(uint32_t value) const {
        for (uint32_t half = kLanes / 2; half > 0; half /= 2) {
            const uint32_t other = __shfl_xor_sync(mask(), value, half);
            value = other > value ? other : value;
        }
        return value;
    }
    __device__ Box around_all(Box box) const {
        for (uint32_t half = kLanes / 2; half > 0; half /= 2)
            box = around(box, Box{of_other(box.min, half), of_other(box.max, half)});
        return box;
    }

private:
    __device__ static Vec3 of_other(const Vec3& own, uint32_t away) {
        return {__shfl_xor_sync(mask(), own.x, away), __shfl_xor_sync(mask(), own.y, away),
                __shfl_xor_sync(mask(), own.z, away)};
    }
    __device__ static uint32_t mask() {
        return sort::kAllLanes >> (32 - kLanes) << (sort::own_lane() / kLanes * kLanes);
    }
};

template <uint32_t kThreads>
class BlockGroup {
public:
    /// `words` is in shared memory, one a thread.
    __device__ explicit BlockGroup(Vec3* words) : words_(words) {}

    __device__ uint32_t member() const { return threadIdx.x; }
    __device__ uint32_t size() const { return kThreads; }
    __device__ void sync() const { __syncthreads(); }
    __device__ bool any(bool own) const { return __syncthreads_or(own) != 0; }

    __device__ Vec3 add_in_order(Vec3 sum, const Vec3& own, uint32_t members) const {
        words_[threadIdx.x] = own;
        __syncthreads();
        for (uint32_t k = 0; k < members; ++k) sum = sum + words_[k];
        __syncthreads();
        return sum;
    }

private:
    Vec3* words_;
};

}  // namespace sim
