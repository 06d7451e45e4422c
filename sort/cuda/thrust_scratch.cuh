// Scratch for the calls of Thrust, which asks its policy's allocator at every call: memory that was made before.
#pragma once
#include <cstddef>

#include "sort/base/errors.h"
#include "sort/cuda/device_buffer.cuh"

namespace sort {

/// Hands out one buffer, again and again: what it gave back is used by later work of the same stream only.
class ThrustScratch {
public:
    using value_type = char;

    ThrustScratch() = default;
    explicit ThrustScratch(size_t bytes) : buffer_(bytes) {}

    char* allocate(std::ptrdiff_t bytes) {
        const size_t begin = used_;
        const size_t end = begin + (static_cast<size_t>(bytes) + kAlignment - 1) / kAlignment * kAlignment;
        if (end > buffer_.bytes()) throw OverLimit("thrust asks for more scratch than was foreseen");
        used_ = end;
        ++open_;
        return buffer_.data() + begin;
    }
    void deallocate(char*, size_t) {
        if (--open_ == 0) used_ = 0;
    }

private:
    static constexpr size_t kAlignment = 256;  // of what cudaMalloc gives

    DeviceBuffer<char> buffer_;
    size_t used_ = 0;
    int open_ = 0;
};

}  // namespace sort
