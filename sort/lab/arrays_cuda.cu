// Arrays in device memory.
#include "sort/cuda/device_buffer.cuh"
#include "sort/lab/arrays.h"

namespace sort {
namespace {

void* allocate_device(size_t bytes) {
    void* data = nullptr;
    const cudaError_t status = cudaMalloc(&data, bytes);
    if (status == cudaErrorMemoryAllocation) {
        const std::string there = free_device_memory();
        cudaGetLastError();  // reported here
        throw OverLimit("out of device memory: asked for " + std::to_string(bytes) + " bytes" + there);
    }
    check(status);
    return data;
}

void release_device(void* data) { cudaFree(data); }

void copy_now(void* to, const void* from, size_t bytes) {
    check(cudaDeviceSynchronize());  // work may be queued on streams that do not wait for each other
    check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
    check(cudaDeviceSynchronize());  // a copy from pageable memory may still be in flight
}

void queue_copy_device(void* to, const void* from, size_t bytes, Stream stream) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
}

size_t cache_of_device() {
    int device = 0, bytes = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
    return size_t(bytes);
}

const bool registered = add_array_functions(
    Backend::cuda, {allocate_device, release_device, copy_now, queue_copy_device, cache_of_device});

}  // namespace
}  // namespace sort
