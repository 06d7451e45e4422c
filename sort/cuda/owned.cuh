// A stream, an event and a graph ready to launch that end with their owner.
#pragma once
#include <cuda_runtime.h>

#include <utility>

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

/// A graph ready to launch, of what queue() puts on `stream`. Nothing stays behind when queue() throws.
class OwnedGraphExec {
public:
    OwnedGraphExec() = default;
    template <class Queue>
    OwnedGraphExec(cudaStream_t stream, Queue queue) {
        cudaGraph_t graph = nullptr;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        try {
            queue();
        } catch (...) {
            cudaStreamEndCapture(stream, &graph);
            if (graph) cudaGraphDestroy(graph);
            cudaGetLastError();  // a broken capture is no surprise here
            throw;
        }
        check(cudaStreamEndCapture(stream, &graph));
        const cudaError_t status = cudaGraphInstantiate(&exec_, graph, 0);
        cudaGraphDestroy(graph);
        check(status);
    }
    ~OwnedGraphExec() {
        if (exec_) cudaGraphExecDestroy(exec_);
    }
    OwnedGraphExec(OwnedGraphExec&& other) noexcept : exec_(std::exchange(other.exec_, nullptr)) {}
    OwnedGraphExec& operator=(OwnedGraphExec&& other) noexcept {
        std::swap(exec_, other.exec_);
        return *this;
    }
    cudaGraphExec_t get() const { return exec_; }  // null when there is none

private:
    cudaGraphExec_t exec_ = nullptr;
};

}  // namespace sort
