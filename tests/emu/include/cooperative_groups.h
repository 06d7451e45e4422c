// Found before the CUDA toolkit's own: the groups that kernels of sort/ wait with, the grid and the block.
#pragma once
#include <cuda_runtime.h>

namespace cooperative_groups {

class thread_block {
public:
    void sync(const emu::Site& site = emu::Site::current()) const { __syncthreads(site); }
    unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    dim3 group_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    dim3 thread_index() const { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    dim3 dim_threads() const { return blockDim; }
};

/// All threads of all blocks of a launch, with a barrier; only a cooperative launch has it.
class grid_group {
public:
    bool is_valid() const { return emu::grid_is_cooperative(); }
    void sync(const emu::Site& site = emu::Site::current()) const { emu::with_grid(site); }
    unsigned long long size() const { return num_blocks() * thread_block().size(); }
    unsigned long long num_threads() const { return size(); }
    unsigned long long num_blocks() const {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    unsigned long long block_rank() const {
        return blockIdx.x +
               static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
    }
    unsigned long long thread_rank() const {
        return block_rank() * thread_block().size() + thread_block().thread_rank();
    }
    dim3 group_dim() const { return gridDim; }
    dim3 dim_blocks() const { return gridDim; }
};

inline thread_block this_thread_block() { return {}; }
inline grid_group this_grid() { return {}; }

template <class Group>
void sync(const Group& group, const emu::Site& site = emu::Site::current()) {
    group.sync(site);
}

}  // namespace cooperative_groups
