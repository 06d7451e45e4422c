// Where an array lies, so that a wrong pointer is refused before a kernel or a thread reads it.
#pragma once
#include <string>

#include "sort/registry.h"

namespace sort {

/// Returns the CUDA device that work of this thread goes to; 0 where there is none.
int current_device();

/// Makes a CUDA device the current one of this thread while it lives, then the caller's again: what was made on
/// a device works there, whichever is current. -1 changes nothing. Throws Unavailable when there is no such device.
class CurrentDevice {
public:
    explicit CurrentDevice(int device);
    ~CurrentDevice();
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

private:
    [[maybe_unused]] int callers_ = -1;  // -1: nothing to put back
};

/// Throws std::invalid_argument when CUDA knows that `data` lies where engines of the backend cannot work:
/// device memory for cpu; for cuda, host memory that the device cannot reach, or memory of another device
/// than `device`. `what` begins the message. No null.
void require_memory_of(Backend backend, int device, const void* data, const char* what);

/// Returns the message of a library class that finds no CUDA: what to set in its options to use the CPU, and why.
inline std::string no_cuda_message(const char* settings, const std::string& reason) {
    return std::string("CUDA cannot be used here; to use the CPU, set ") + settings + " (" + reason + ")";
}

}  // namespace sort
