// Every CUDA call goes through check(), every launch through check_launch(): an error becomes an exception
// with the place that made it. Out of memory becomes OverLimit, all else Unavailable.
#pragma once
#include <cuda_runtime.h>

#include <cstdlib>
#include <source_location>
#include <string>

#include "sort/base/errors.h"

namespace sort {

/// Returns ", 123 of 456 bytes of device memory are free", or "" where the device does not say.
inline std::string free_device_memory() {
    size_t free_bytes = 0, total_bytes = 0;
    if (cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess) return "";
    return ", " + std::to_string(free_bytes) + " of " + std::to_string(total_bytes) +
           " bytes of device memory are free";
}

inline void check(cudaError_t status, std::source_location at = std::source_location::current()) {
    if (status == cudaSuccess) return;
    std::string text = std::string("CUDA: ") + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) +
                       ") at " + at.file_name() + ":" + std::to_string(at.line());
    const bool out_of_memory = status == cudaErrorMemoryAllocation;
    if (out_of_memory) text += free_device_memory();
    cudaGetLastError();  // reported here: the next check_launch() must not take it for its own
    if (out_of_memory) throw OverLimit(text);
    throw Unavailable(text);
}

/// Checks a kernel launch. With SORT_SYNC=1 in the environment it also waits, so that a fault is reported
/// where it happens (never while a stream is being captured).
inline void check_launch(cudaStream_t stream, std::source_location at = std::source_location::current()) {
    check(cudaGetLastError(), at);
    static const bool wait = std::getenv("SORT_SYNC") != nullptr;
    if (!wait) return;
    cudaStreamCaptureStatus capturing;
    check(cudaStreamIsCapturing(stream, &capturing), at);
    if (capturing == cudaStreamCaptureStatusNone) check(cudaStreamSynchronize(stream), at);
}

}  // namespace sort
