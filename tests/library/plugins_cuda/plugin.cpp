// Sorts on the device, with an engine of its own.
#include <cuda_runtime_api.h>
#include <sweeplab/sort.h>

#include <cstdint>
#include <vector>

/// Are so many pairs in order afterwards?
extern "C" bool sorts(uint32_t count) {
    static sweeplab::Sorter sorter(1 << 20);
    std::vector<uint32_t> keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = i * 2654435761u;
    void* d_memory = nullptr;
    const size_t bytes = keys.size() * sizeof(uint32_t);
    if (cudaMalloc(&d_memory, 2 * bytes) != cudaSuccess) return false;
    auto* const d_pairs = static_cast<uint32_t*>(d_memory);
    cudaMemcpy(d_pairs, keys.data(), bytes, cudaMemcpyHostToDevice);
    sorter.sort_pairs(d_pairs, d_pairs + count, count);
    std::vector<uint32_t> sorted(count);
    const bool done = cudaMemcpy(sorted.data(), d_pairs, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(d_pairs);
    for (uint32_t i = 1; i < count; ++i)
        if (sorted[i - 1] > sorted[i]) return false;
    return done;
}
