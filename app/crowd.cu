// The crowd's picture on the CUDA backend: a thread a body, the nearest kept at each pixel by atomics on
// depth and slot in one word.
#include "app/crowd.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;

struct KeepLeast {
    /// Most fragments are hidden: those that a plain read already shows to be need no atomic. (What it reads
    /// may be old, and then only too large.)
    __device__ void operator()(uint64_t* at, uint64_t word) const {
        if (word < *at) atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
};

static __global__ void place_crowd_kernel(CrowdView view, CrowdArrays out, const Instance* instances,
                                          uint32_t count) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < count) place_body(view, out, instances[slot], slot, KeepLeast{});
}

static __global__ void begin_crowd_kernel(CrowdHead* head) { head->selected.slot = sim::kNobody; }

static __global__ void finish_crowd_kernel(CrowdHead* head) { finish_crowd(*head); }

void place_crowd_cuda(const CrowdView& view, const Instance* instances, uint32_t count, void* out,
                      sort::Stream stream) {
    const CrowdLayout layout = CrowdLayout::of(view);
    const CrowdArrays arrays(out, layout);
    sort::check(cudaMemsetAsync(out, 0, layout.large, stream));
    sort::check(cudaMemsetAsync(arrays.pixels, 0xff, layout.bytes - layout.pixels, stream));
    begin_crowd_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
    if (count > 0) {
        place_crowd_kernel<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(view, arrays,
                                                                                       instances, count);
        sort::check_launch(stream);
    }
    finish_crowd_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
}

}  // namespace app
