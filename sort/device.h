// Is there a CUDA device, asked by code that is compiled without CUDA.
#pragma once
#include <string>

namespace sort {

/// Returns whether a CUDA device can be used; if not, `reason` says why ("built without CUDA: ...", "no CUDA
/// device: ...").
bool cuda_available(std::string* reason = nullptr, int device = 0);

/// Returns whether the driver compiles this build's kernels for the device as they are first used, from PTX:
/// the build has no machine code for it. Throws Unavailable when there is no such device.
bool compiles_kernels(int device);

}  // namespace sort
