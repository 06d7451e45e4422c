// A stream and an event that end with their owner.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/check.cuh"

namespace sort {

/// A non-blocking stream: it does not wait for the default stream, nor the other way round.
class OwnedStream {
public:
    OwnedStream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~OwnedStream() { cudaStreamDestroy(stream_); }
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;
    cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

/// An event that keeps a time.
class OwnedEvent {
public:
    OwnedEvent() { check(cudaEventCreate(&event_)); }
    ~OwnedEvent() { cudaEventDestroy(event_); }
    OwnedEvent(const OwnedEvent&) = delete;
    OwnedEvent& operator=(const OwnedEvent&) = delete;
    cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace sort
