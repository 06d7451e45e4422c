// Does the build hold machine code for a device? A kernel that does nothing is asked.
#include <algorithm>
#include <iterator>

#include "sort/core/memory_space.h"
#include "sort/cuda/check.cuh"
#include "sort/device.h"

namespace sort {
namespace {

/// Compute capabilities, times ten, for which the build has PTX and no machine code; 0 ends them.
constexpr int kPtxAlone[] = {
#ifdef SWEEPLAB_PTX_ALONE  // of CMake; emulated kernels have no devices
    SWEEPLAB_PTX_ALONE
#endif
    0};

__global__ void probe_kernel() {}

}  // namespace

bool compiles_kernels(int device) {
    const CurrentDevice on(device);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, probe_kernel));
    if (attributes.binaryVersion != attributes.ptxVersion) return true;  // made by the driver of older PTX
    const auto* const end = std::end(kPtxAlone);
    return std::find(std::begin(kPtxAlone), end, attributes.binaryVersion) != end;
}

}  // namespace sort
