// Every CUDA call goes through check(), every launch through check_launch(): an error becomes an exception
// with the place that made it. Out of memory becomes OverLimit, all else Unavailable.
#pragma once
#include <cuda_runtime.h>

#include <cstdlib>
#include <source_location>
#include <string>

#include "sort/errors.h"

namespace sort {

inline void check(cudaError_t status, std::source_location at = std::source_location::current()) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // a sticky error must not be seen again by the next call
    const std::string text = std::string("CUDA: ") + cudaGetErrorString(status) + " (" +
                             cudaGetErrorName(status) + ") at " + at.file_name() + ":" +
                             std::to_string(at.line());
    if (status == cudaErrorMemoryAllocation) throw OverLimit(text);
    throw Unavailable(text);
}

/// After a kernel launch. With SORT_SYNC=1 in the environment it also waits, so that a fault is reported
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
