// What the emulated device says of itself, and how many blocks of a kernel it holds at once.
#include <algorithm>
#include <map>

#include "tests/emu/launches.h"
#include "tests/emu/profile.h"
#include "tests/emu/shared_memory.h"
#include "tests/emu/static_shared.h"

namespace emu {
namespace {

/// By kernel, what cudaFuncSetAttribute has allowed.
std::map<AnyKernel, int>& allowed_bytes() {
    static auto* const the_map = new std::map<AnyKernel, int>;
    return *the_map;
}

int current_device = 0;  // whichever was set: all are the same device

}  // namespace

void forget_attributes() { allowed_bytes().clear(); }

cudaError_t set_attribute(AnyKernel kernel, cudaFuncAttribute attribute, int value) {
    if (kernel == nullptr) return cudaErrorInvalidValue;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    const size_t own = static_shared_bytes(kernel);
    if (value < 0 || static_cast<size_t>(value) + own > profile().block_bytes) return cudaErrorInvalidValue;
    allowed_bytes()[kernel] = value;
    return cudaSuccess;
}

int most_dynamic_bytes(AnyKernel kernel) {
    const auto found = allowed_bytes().find(kernel);
    const int allowed = found == allowed_bytes().end() ? 0 : found->second;
    const size_t own = std::min(static_shared_bytes(kernel), SharedMemory::kBlockBytes);
    return std::max(allowed, static_cast<int>(SharedMemory::kBlockBytes - own));
}

bool has_asked_for_shared(AnyKernel kernel) { return allowed_bytes().count(kernel) != 0; }

int blocks_each(AnyKernel kernel, uint64_t threads, size_t dynamic_bytes) {
    if (threads == 0 || threads > 1024) return 0;
    if (dynamic_bytes > static_cast<size_t>(most_dynamic_bytes(kernel))) return 0;
    const size_t bytes = static_shared_bytes(kernel) + dynamic_bytes + SharedMemory::kReservedBytes;
    return std::min({profile().threads / static_cast<int>(threads), profile().blocks,
                     static_cast<int>(profile().processor_bytes / bytes)});
}

}  // namespace emu

using emu::profile, emu::SharedMemory;

cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = emu::current_device, cudaSuccess; }
cudaError_t cudaSetDevice(int device) { return emu::current_device = device, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = profile().driver, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    const std::map<cudaDeviceAttr, int> values = {
        {cudaDevAttrMaxThreadsPerBlock, 1024},
        {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<int>(SharedMemory::kBlockBytes)},
        {cudaDevAttrWarpSize, 32},
        {cudaDevAttrClockRate, 1000000},
        {cudaDevAttrMultiProcessorCount, profile().processors},
        {cudaDevAttrL2CacheSize, 1 << 20},
        {cudaDevAttrMaxThreadsPerMultiProcessor, profile().threads},
        {cudaDevAttrComputeCapabilityMajor, profile().major},
        {cudaDevAttrComputeCapabilityMinor, profile().minor},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, static_cast<int>(profile().processor_bytes)},
        {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
        {cudaDevAttrPageableMemoryAccess, 0},
        {cudaDevAttrCooperativeLaunch, profile().cooperative ? 1 : 0},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<int>(profile().block_bytes)},
        {cudaDevAttrReservedSharedMemoryPerBlock, static_cast<int>(SharedMemory::kReservedBytes)},
    };
    const auto found = values.find(attribute);
    if (found == values.end()) return cudaErrorInvalidValue;
    return *value = found->second, cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    *properties = {"emulation",
                   total_bytes,
                   SharedMemory::kBlockBytes,
                   profile().block_bytes,
                   profile().processor_bytes,
                   profile().major,
                   profile().minor,
                   profile().processors,
                   32,
                   1024,
                   1 << 20};
    return cudaSuccess;
}
