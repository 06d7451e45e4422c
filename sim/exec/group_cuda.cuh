// The block as a group (group.h). All its threads make the same calls.
#pragma once
#include "sim/exec/group.h"

namespace sim {

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
