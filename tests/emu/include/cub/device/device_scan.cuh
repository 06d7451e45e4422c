// Found before CUB's own: an exclusive scan by one thread. Like CUB's it asks for scratch first, and reads
// each item before it writes there.
#pragma once
#include <cuda_runtime.h>

namespace cuda::std {

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};

}  // namespace cuda::std

namespace emu {

template <class In, class Out, class Operation>
static void scan_kernel(In in, Out out, Operation operation, std::remove_pointer_t<Out> sum, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) {
        const auto next = operation(sum, in[i]);
        out[i] = sum;
        sum = next;
    }
}

}  // namespace emu

namespace cub {

struct DeviceScan {
    template <class In, class Out, class Operation, class Initial, class Count>
    static cudaError_t ExclusiveScan(void* scratch, size_t& scratch_bytes, In in, Out out,
                                     Operation operation, Initial initial, Count count,
                                     cudaStream_t stream = nullptr,
                                     const emu::Site& site = emu::Site::current()) {
        constexpr size_t kScratchBytes = 256;
        if (scratch == nullptr) return scratch_bytes = kScratchBytes, cudaSuccess;
        if (scratch_bytes < kScratchBytes) return cudaErrorInvalidValue;
        return emu::launcher("cub::DeviceScan", site, emu::scan_kernel<In, Out, Operation>, 1, 1, 0, stream)
            .run(in, out, operation, initial, count);
    }
};

}  // namespace cub
