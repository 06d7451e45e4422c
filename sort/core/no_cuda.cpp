// Stands in for the .cu files of this folder in a build without CUDA.
#include "sort/base/errors.h"
#include "sort/core/memory_space.h"
#include "sort/core/typed_sort.h"
#include "sort/device.h"

namespace sort {

bool cuda_available(std::string* reason, int) {
    if (reason) *reason = SWEEPLAB_NO_CUDA_REASON;
    return false;
}

bool compiles_kernels(int) { throw Unavailable(SWEEPLAB_NO_CUDA_REASON); }

int current_device() { return 0; }

CurrentDevice::CurrentDevice(int) {}
CurrentDevice::~CurrentDevice() = default;

void require_memory_of(Backend, int, const void*, const char*) {}

std::unique_ptr<TypedSorter> make_cuda_typed_sorter(EngineSorters, KeyType) {
    throw Unavailable(SWEEPLAB_NO_CUDA_REASON);
}

}  // namespace sort
