// Does the build hold machine code for a device? A kernel that does nothing is asked.
#include "sort/core/memory_space.h"
#include "sort/cuda/check.cuh"
#include "sort/device.h"

namespace sort {
namespace {

__global__ void probe_kernel() {}

}  // namespace

bool compiles_kernels(int device) {
    const CurrentDevice on(device);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, probe_kernel));
    return attributes.binaryVersion !=
           attributes.ptxVersion;  // the code was made by the driver, of older PTX
}

}  // namespace sort
