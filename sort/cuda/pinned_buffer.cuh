// Owned host memory that the device copies from and to while the host goes on. Allocates in its constructor,
// frees in its destructor, is moved and never copied.
#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"
#include "sort/cuda/check.cuh"

namespace sort {

template <class T>
class PinnedBuffer {
public:
    PinnedBuffer() = default;
    explicit PinnedBuffer(size_t count) : count_(count) {
        if (count == 0) return;
        const cudaError_t status = cudaMallocHost(&data_, bytes());
        if (status == cudaErrorMemoryAllocation) {
            cudaGetLastError();  // reported here
            throw OverLimit("out of pinned memory: " + human_bytes(double(bytes())) + " requested; at most " +
                            usable_text(host_memory()));
        }
        check(status);
    }
    ~PinnedBuffer() { cudaFreeHost(data_); }
    PinnedBuffer(PinnedBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }

    T* data() const { return data_; }
    size_t size() const { return count_; }
    size_t bytes() const { return count_ * sizeof(T); }

private:
    T* data_ = nullptr;
    size_t count_ = 0;
};

}  // namespace sort
