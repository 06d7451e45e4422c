// Copies of arrays between the host and a device, in the order of a stream, that wait for their end.
#pragma once
#include <vector>

#include "sort/cuda/check.cuh"

namespace sim {

template <class T>
std::vector<T> downloaded(const T* d_items, size_t count, cudaStream_t stream) {
    std::vector<T> items(count);
    sort::check(cudaMemcpyAsync(items.data(), d_items, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
    sort::check(cudaStreamSynchronize(stream));
    return items;
}

template <class T>
void upload_and_wait(T* d_items, const std::vector<T>& items, cudaStream_t stream) {
    sort::check(
        cudaMemcpyAsync(d_items, items.data(), items.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
    sort::check(cudaStreamSynchronize(stream));
}

}  // namespace sim
