// What the Python package does on CUDA devices itself, beside sorting; host code, compiled with and without CUDA.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sort/stage.h"

namespace python {

/// The number of no CUDA device: host memory.
inline constexpr int kHost = -1;

/// Returns the CUDA device of an address in device memory. Throws sort::Unavailable for other addresses.
int device_of(const void* data);

/// Throws sort::Unavailable while `stream` is captured into a graph: what is queued then must outlive the graph.
void require_no_capture(sort::Stream stream);

/// Queues key ^= mask for `count` keys of 4 or 8 bytes each in device memory.
void flip_on_device(void* keys, size_t count, size_t key_bytes, uint64_t mask, sort::Stream stream);

/// Queues a copy between two places in device memory.
void copy_on_device(void* to, const void* from, size_t bytes, sort::Stream stream);

/// Copies device memory to the host, behind the work queued on `stream`, and waits for it.
void copy_to_host(void* to, const void* from, size_t bytes, sort::Stream stream);

/// Waits until the work queued on `stream` of the current device is done.
void wait_for(sort::Stream stream);

/// Memory of the current device, freed with the object.
class DeviceMemory {
public:
    explicit DeviceMemory(size_t bytes);
    ~DeviceMemory();
    void* data() const { return data_; }

private:
    void* data_ = nullptr;
};

/// The work that was queued last with some scratch, so that the scratch is used again or freed behind it only.
class LastWork {
public:
    LastWork();  // on the current device
    ~LastWork();

    /// Marks what is queued on `stream` now as the last work. Work that is captured is not marked.
    void queued_on(sort::Stream stream);

    /// Makes `stream` wait for the last work, on the device.
    void before(sort::Stream stream) const;

    /// Waits for the last work; errors of earlier kernels are ignored.
    void finish() const;

private:
    [[maybe_unused]] void* event_ = nullptr;
};

}  // namespace python
