// Does the build hold machine code for a device? A kernel that does nothing is asked.
#include <string>
#include <string_view>

#include "sort/core/memory_space.h"
#include "sort/cuda/check.cuh"
#include "sort/device.h"

namespace sort {
namespace {

/// "_75_80_": compute capabilities, times ten, for which the build has PTX and no machine code.
constexpr std::string_view kPtxAlone =
#ifdef SWEEPLAB_PTX_ALONE  // of CMake; emulated kernels have no devices
    SWEEPLAB_PTX_ALONE;
#else
    "";
#endif

__global__ void probe_kernel() {}

}  // namespace

bool compiles_kernels(int device) {
    const CurrentDevice on(device);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, probe_kernel));
    if (attributes.binaryVersion != attributes.ptxVersion) return true;  // made by the driver of older PTX
    std::string entry(1, '_');
    entry.append(std::to_string(attributes.binaryVersion)).append(1, '_');
    return kPtxAlone.find(entry) != kPtxAlone.npos;
}

}  // namespace sort
