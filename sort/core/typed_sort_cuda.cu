// Typed keys on a CUDA device: a thread an item.
#include <algorithm>

#include "sort/core/short_segments.h"
#include "sort/core/typed_sort.h"
#include "sort/cuda/device_buffer.cuh"

namespace sort {
namespace {

constexpr uint32_t kTypedThreads = 256;

template <class F>
static __global__ void __launch_bounds__(kTypedThreads) typed_kernel(uint32_t count, F f) {
    const uint64_t i = uint64_t{blockIdx.x} * kTypedThreads + threadIdx.x;
    if (i < count) f(static_cast<uint32_t>(i));
}

/// Many items a thread, so that it is over at once where there is nothing to do.
template <class F>
static __global__ void __launch_bounds__(kTypedThreads)
    gated_typed_kernel(const uint32_t* state, uint32_t count, F f) {
    if (*state == 0) return;
    for (uint64_t i = uint64_t{blockIdx.x} * kTypedThreads + threadIdx.x; i < count;
         i += gridDim.x * kTypedThreads) {
        f(static_cast<uint32_t>(i));
    }
}

constexpr uint32_t kGatedBlocks = 2048;  // some more than a large device holds at once

struct CudaLoops {
    static constexpr bool kShortSegments = true;
    template <class T>
    using Array = DeviceBuffer<T>;

    template <class F>
    void each(uint32_t count, Stream stream, F f) {
        if (count == 0) return;
        typed_kernel<<<(count - 1) / kTypedThreads + 1, kTypedThreads, 0, stream>>>(count, f);
        check_launch(stream);
    }

    template <class F>
    void each_if(const uint32_t* state, uint32_t count, Stream stream, F f) {
        if (count == 0) return;
        const uint32_t blocks = std::min((count - 1) / kTypedThreads + 1, kGatedBlocks);
        gated_typed_kernel<<<blocks, kTypedThreads, 0, stream>>>(state, count, f);
        check_launch(stream);
    }

    void zero(void* array, size_t bytes, Stream stream) { check(cudaMemsetAsync(array, 0, bytes, stream)); }

    void sort_short_segments(const SortCall& call, uint32_t* state, Stream stream) {
        sort::sort_short_segments(call.arrays, call.count, call.options, state, stream);
    }
};

}  // namespace

std::unique_ptr<TypedSorter> make_cuda_typed_sorter(EngineSorters sorters, KeyType widest) {
    return std::make_unique<TypedSort<CudaLoops>>(std::move(sorters), widest, CudaLoops{});
}

}  // namespace sort
