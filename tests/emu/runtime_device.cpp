// What the emulated device says of itself, and how many blocks of a kernel it holds at once.
#include <algorithm>
#include <map>

#include "tests/emu/launches.h"
#include "tests/emu/shared_memory.h"

namespace emu {
namespace {

/// By kernel, what cudaFuncSetAttribute has allowed.
std::map<AnyKernel, int>& allowed_bytes() {
    static auto* const the_map = new std::map<AnyKernel, int>;
    return *the_map;
}

}  // namespace

cudaError_t set_attribute(AnyKernel kernel, cudaFuncAttribute attribute, int value) {
    if (kernel == nullptr) return cudaErrorInvalidValue;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || static_cast<size_t>(value) > SharedMemory::kMostBytes) return cudaErrorInvalidValue;
    allowed_bytes()[kernel] = value;
    return cudaSuccess;
}

int most_dynamic_bytes(AnyKernel kernel) {
    const auto found = allowed_bytes().find(kernel);
    const int allowed = found == allowed_bytes().end() ? 0 : found->second;
    return std::max(allowed, static_cast<int>(SharedMemory::kBlockBytes));
}

bool has_asked_for_shared(AnyKernel kernel) { return allowed_bytes().count(kernel) != 0; }

int blocks_each(AnyKernel kernel, uint64_t threads, size_t dynamic_bytes) {
    if (threads == 0 || threads > 1024) return 0;
    if (dynamic_bytes > static_cast<size_t>(most_dynamic_bytes(kernel))) return 0;
    const size_t room = SharedMemory::kProcessorBytes / (dynamic_bytes + SharedMemory::kReservedBytes);
    return std::min({threads > 512 ? 1 : kEmuBlocksEach, kEmuBlocksEach, static_cast<int>(room)});
}

}  // namespace emu

using emu::SharedMemory;

cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = 12040, cudaSuccess; }  // has IF nodes
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    static const std::map<cudaDeviceAttr, int> kValues = {
        {cudaDevAttrMaxThreadsPerBlock, 1024},
        {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<int>(SharedMemory::kBlockBytes)},
        {cudaDevAttrWarpSize, 32},
        {cudaDevAttrClockRate, 1000000},
        {cudaDevAttrMultiProcessorCount, kEmuMultiprocessors},
        {cudaDevAttrL2CacheSize, 1 << 20},
        {cudaDevAttrMaxThreadsPerMultiProcessor, 1024},
        {cudaDevAttrComputeCapabilityMajor, 9},
        {cudaDevAttrComputeCapabilityMinor, 0},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, static_cast<int>(SharedMemory::kProcessorBytes)},
        {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
        {cudaDevAttrPageableMemoryAccess, 0},
        {cudaDevAttrCooperativeLaunch, 1},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<int>(SharedMemory::kMostBytes)},
        {cudaDevAttrReservedSharedMemoryPerBlock, static_cast<int>(SharedMemory::kReservedBytes)},
    };
    const auto found = kValues.find(attribute);
    if (found == kValues.end()) return cudaErrorInvalidValue;
    return *value = found->second, cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    *properties = {"emulation",
                   total_bytes,
                   SharedMemory::kBlockBytes,
                   SharedMemory::kMostBytes,
                   SharedMemory::kProcessorBytes,
                   9,
                   0,
                   kEmuMultiprocessors,
                   32,
                   1024,
                   1 << 20};
    return cudaSuccess;
}
