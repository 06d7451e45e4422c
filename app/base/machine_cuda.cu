// What the CUDA runtime knows of the devices.
#include <cuda_runtime_api.h>

#include "app/base/machine.h"
#include "sim/world.h"
#include "sort/base/errors.h"

namespace app {
namespace {

std::string dotted(int version) {
    return version > 0 ? std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) : "";
}

void ask_runtime(CudaFacts& facts) {
    int runtime = 0, driver = 0, count = 0;
    if (cudaRuntimeGetVersion(&runtime) == cudaSuccess) facts.runtime = dotted(runtime);
    if (cudaDriverGetVersion(&driver) == cudaSuccess) facts.driver_api = dotted(driver);
    if (cudaGetDeviceCount(&count) != cudaSuccess) count = 0;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties;
        if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) continue;
        DeviceFacts one;
        one.ordinal = device;
        one.name = properties.name;
        one.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
        one.multiprocessors = properties.multiProcessorCount;
        one.memory_bytes = properties.totalGlobalMem;
        size_t free_bytes = 0, total_bytes = 0;
        if (cudaSetDevice(device) == cudaSuccess &&
            cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess) {
            one.free_bytes = free_bytes;
        }
        facts.devices.push_back(one);
    }
    cudaGetLastError();  // asking must leave no error behind
}

}  // namespace

void use_cuda_device(int device) {
    const cudaError_t status = cudaSetDevice(device);
    if (status == cudaSuccess) return;
    cudaGetLastError();
    throw sort::Unavailable("CUDA device " + std::to_string(device) + ": " + cudaGetErrorString(status));
}

CudaFacts cuda_facts() {
    CudaFacts facts;
    facts.driver = kernel_driver();
    ask_runtime(facts);
    sim::cuda_available(&facts.reason);
    return facts;
}

}  // namespace app
