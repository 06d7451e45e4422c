// Owned host memory that the device can copy to while the host goes on.
#pragma once
#include "sort/cuda/check.cuh"

namespace sim {

template <class T>
class PinnedBuffer {
public:
    explicit PinnedBuffer(size_t count) { sort::check(cudaMallocHost(&data_, count * sizeof(T))); }
    ~PinnedBuffer() { cudaFreeHost(data_); }
    PinnedBuffer(const PinnedBuffer&) = delete;
    PinnedBuffer& operator=(const PinnedBuffer&) = delete;

    T* data() const { return data_; }

private:
    T* data_ = nullptr;
};

}  // namespace sim
