// Owned device memory. Allocates in its constructor, frees in its destructor, is moved and never copied. Where a caller
// gave scratch (CallerScratch), it is a part of that.
#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include "sort/base/caller_scratch.h"
#include "sort/cuda/check.cuh"

namespace sort {

template <class T>
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(size_t count) : count_(count) {
        if (count == 0) return;
        if (CallerScratch* const given = CallerScratch::current()) {
            data_ = static_cast<T*>(given->take(bytes()));
            allocated_ = false;
            return;
        }
        const cudaError_t status = cudaMalloc(&data_, bytes());
        if (status == cudaErrorMemoryAllocation) {
            const std::string there = free_device_memory();
            cudaGetLastError();  // reported here
            throw OverLimit("out of device memory: asked for " + std::to_string(bytes()) + " bytes" + there);
        }
        check(status);
    }
    ~DeviceBuffer() {
        if (allocated_) cudaFree(data_);
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          count_(std::exchange(other.count_, 0)),
          allocated_(other.allocated_) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        std::swap(allocated_, other.allocated_);
        return *this;
    }

    T* data() const { return data_; }
    size_t size() const { return count_; }
    size_t bytes() const { return count_ * sizeof(T); }

private:
    T* data_ = nullptr;
    size_t count_ = 0;
    bool allocated_ = true;
};

}  // namespace sort
