// What CUDA says of devices and of memory.
#include <stdexcept>

#include "sort/base/float_environment.h"
#include "sort/core/memory_space.h"
#include "sort/cuda/check.cuh"
#include "sort/device.h"

namespace sort {
namespace {

/// Returns whether the device reads any memory of the host, through its page tables.
bool reads_all_host_memory(int device) {
    int yes = 0;
    check(cudaDeviceGetAttribute(&yes, cudaDevAttrPageableMemoryAccess, device));
    return yes != 0;
}

/// Returns why there is no device. The runtime reports a missing driver as one that is too old.
std::string why_no_device(cudaError_t status) {
    int driver = 0, runtime = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver found";
    if (status != cudaErrorInsufficientDriver || cudaRuntimeGetVersion(&runtime) != cudaSuccess)
        return std::string("no CUDA device: ") + cudaGetErrorString(status);
    const auto version = [](int number) {
        return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
    };
    return "the NVIDIA driver supports CUDA " + version(driver) + ", but this build needs " +
           version(runtime);
}

}  // namespace

bool cuda_available(std::string* reason, int device) {
    const FloatEnvironment environment;  // the first call of CUDA opens libraries
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) {
        if (reason) *reason = why_no_device(status);
        cudaGetLastError();
        return false;
    }
    if (count == 0 || device < 0 || device >= count) {
        if (reason) {
            *reason = count == 0 ? std::string("no CUDA device")
                                 : "no CUDA device " + std::to_string(device) + ": this machine has " +
                                       std::to_string(count);
        }
        return false;
    }
    return true;
}

int current_device() {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess) cudaGetLastError();
    return device;
}

CurrentDevice::CurrentDevice(int device) {
    if (device < 0) return;
    int now = 0;
    check(cudaGetDevice(&now));
    if (now == device) return;
    check(cudaSetDevice(device));
    callers_ = now;
}

CurrentDevice::~CurrentDevice() {
    if (callers_ >= 0) cudaSetDevice(callers_);
}

void require_memory_of(Backend backend, int device, const void* data, const char* what) {
    cudaPointerAttributes at{};
    if (cudaPointerGetAttributes(&at, data) != cudaSuccess) {
        cudaGetLastError();  // no driver: then there is no device memory either
        return;
    }
    const bool on_device = at.type == cudaMemoryTypeDevice;
    if (backend == Backend::cpu) {
        if (on_device)
            throw std::invalid_argument(std::string(what) + ": device memory, host memory is needed");
        return;
    }
    if (at.type == cudaMemoryTypeUnregistered && !reads_all_host_memory(device)) {
        throw std::invalid_argument(std::string(what) + ": host memory, device memory is needed");
    }
    if (on_device && at.device != device) {
        throw std::invalid_argument(std::string(what) + ": memory of CUDA device " +
                                    std::to_string(at.device) + ", device " + std::to_string(device) +
                                    " is used");
    }
}

}  // namespace sort
