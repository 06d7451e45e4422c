// Is there a CUDA device, asked by code that is compiled without CUDA.
#pragma once
#include <string>

namespace sort {

/// True when a CUDA device can be used; else `reason` says why not ("built without CUDA: ...", "no CUDA
/// device: ...").
bool cuda_available(std::string* reason = nullptr, int device = 0);

}  // namespace sort
