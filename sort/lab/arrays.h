// Arrays in the memory where the engines of a backend find their pairs, for code that is compiled without
// CUDA: measurements that do more than one sort.
#pragma once
#include <cstddef>
#include <utility>

#include "sort/registry.h"

namespace sort {

class Array {
public:
    /// Throws OverLimit when the memory does not suffice, Unavailable when the build lacks the backend.
    Array(Backend backend, size_t bytes);
    ~Array();
    Array(Array&& other) noexcept
        : backend_(other.backend_), bytes_(other.bytes_), data_(std::exchange(other.data_, nullptr)) {}
    Array& operator=(Array&&) = delete;

    template <class T>
    T* as() const {
        return static_cast<T*>(data_);
    }
    size_t bytes() const { return bytes_; }

    void upload(const void* from);  // the whole array from host memory; waits
    void download(void* to) const;  // the whole array to host memory, after all queued work
    void queue_copy(const Array& from, Stream stream);  // as much as fits; at once on cpu

private:
    Backend backend_;
    size_t bytes_;
    void* data_;
};

/// Copies from memory of the backend that is no Array, after all queued work. Throws Unavailable.
void copy_to_host(Backend backend, void* to, const void* from, size_t bytes);

/// Returns the size of the current device's last cache; 0 on the CPU. Throws Unavailable.
size_t device_cache_bytes(Backend backend);

/// Functions of one backend for arrays. Registered by the file that has them (arrays_cuda.cu is absent without CUDA).
struct ArrayFunctions {
    void* (*allocate)(size_t bytes);
    void (*release)(void* data);
    void (*copy_now)(void* to, const void* from, size_t bytes);  // between host and backend, either way
    void (*queue_copy)(void* to, const void* from, size_t bytes, Stream stream);  // within the backend
    size_t (*cache_bytes)() = nullptr;  // of the current device's last cache; null: the system is asked
};
bool add_array_functions(Backend backend, const ArrayFunctions& functions);

}  // namespace sort
