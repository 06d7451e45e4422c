// Device memory that a caller gives for what a sorter would allocate.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "sort/base/errors.h"

namespace sort {

/// While it lives, the DeviceBuffers that this thread makes lie in the caller's memory, one behind the other. The memory
/// outlives them.
class CallerScratch {
public:
    static constexpr size_t kAlignment = 256;  // of what cudaMalloc gives
    static constexpr size_t kMostBuffers = 64;

    /// Returns the bytes that surely hold buffers of `bytes` together, wherever they begin.
    static constexpr size_t with_alignment(size_t bytes) { return bytes + (kMostBuffers + 1) * kAlignment; }

    CallerScratch(void* data, size_t bytes)
        : next_(reinterpret_cast<uintptr_t>(data)),
          end_(next_ + bytes),
          outer_(std::exchange(current_, this)) {}
    ~CallerScratch() { current_ = outer_; }
    CallerScratch(const CallerScratch&) = delete;
    CallerScratch& operator=(const CallerScratch&) = delete;

    /// Null: buffers are allocated.
    static CallerScratch* current() { return current_; }

    /// Throws OverLimit where it is not enough.
    void* take(size_t bytes) {
        const uintptr_t begin = (next_ + kAlignment - 1) / kAlignment * kAlignment;
        if (begin > end_ || bytes > end_ - begin) {
            throw OverLimit("the caller's scratch ends " + std::to_string(bytes - (end_ - begin)) +
                            " bytes early");
        }
        next_ = begin + bytes;
        return reinterpret_cast<void*>(begin);
    }

private:
    uintptr_t next_, end_;
    CallerScratch* outer_;
    inline static thread_local CallerScratch* current_ = nullptr;
};

}  // namespace sort
