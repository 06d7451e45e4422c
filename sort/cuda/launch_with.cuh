// Launches of a typed kernel with an attribute, which <<<>>> has no place for.
#pragma once
#include "sort/cuda/check.cuh"

namespace sort {

/// Launches a kernel of `blocks` blocks; `attribute` null: as <<<>>> does. Throws Unavailable where CUDA refuses.
template <class... Parameters, class... Arguments>
void launch_with(const cudaLaunchAttribute* attribute, void (*kernel)(Parameters...), uint32_t blocks,
                 uint32_t threads, size_t shared_bytes, cudaStream_t stream, const Arguments&... arguments) {
    cudaLaunchAttribute own{};
    if (attribute) own = *attribute;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    config.attrs = &own;
    config.numAttrs = attribute ? 1 : 0;
    check(cudaLaunchKernelEx(&config, kernel, arguments...));
}

}  // namespace sort
