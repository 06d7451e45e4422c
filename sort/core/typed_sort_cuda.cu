// Typed keys on a CUDA device: a thread an item.
#include "sort/core/typed_sort.h"
#include "sort/cuda/device_buffer.cuh"

namespace sort {
namespace {

constexpr uint32_t kThreads = 256;

template <class F>
static __global__ void __launch_bounds__(kThreads) typed_kernel(uint32_t count, F f) {
    const uint64_t i = uint64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i < count) f(static_cast<uint32_t>(i));
}

struct CudaLoops {
    template <class T>
    using Array = DeviceBuffer<T>;

    template <class F>
    void each(uint32_t count, Stream stream, F f) {
        if (count == 0) return;
        typed_kernel<<<(count - 1) / kThreads + 1, kThreads, 0, stream>>>(count, f);
        check_launch(stream);
    }
};

}  // namespace

std::unique_ptr<TypedSorter> make_cuda_typed_sorter(EngineSorters sorters, KeyType widest) {
    return std::make_unique<TypedSort<CudaLoops>>(std::move(sorters), widest, CudaLoops{});
}

}  // namespace sort
