// Device memory of 32-bit words that a kernel gets as Global<T>.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "lab.h"

namespace lab {

/// Throws std::runtime_error with the text of a failed call.
void check_cuda(cudaError_t status);

class DeviceArray {
public:
    /// `name` as the kernel calls it.
    DeviceArray(const char* name, const std::vector<uint32_t>& values);
    /// Not written yet.
    DeviceArray(const char* name, size_t count);
    ~DeviceArray();
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    template <class T>
    Global<T> as() const {
#ifdef EMU_CUDA
        return {static_cast<T*>(words_), &facts_};
#else
        return static_cast<T*>(words_);
#endif
    }
    Global<const uint32_t> readable() const { return as<const uint32_t>(); }
    Global<uint32_t> writable() const { return as<uint32_t>(); }

    /// Waits for the kernel.
    std::vector<uint32_t> values() const;

private:
    uint32_t* words_ = nullptr;
    size_t count_;
#ifdef EMU_CUDA
    ArrayFacts facts_;
#endif
};

}  // namespace lab
