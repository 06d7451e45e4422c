// A stream of the emulation: it runs what is queued at once, or, captured, keeps it.
#pragma once
#include <chrono>
#include <functional>

#include "tests/emu/graphs.h"

struct CUstream_st {
    CUgraph_st* graph = nullptr;  // being captured into
    bool own_graph = false;       // it is the body of an IF node otherwise
    bool strict = false;          // not captured in relaxed mode
    bool broken = false;
};

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
};

namespace emu {

using Work = std::function<void()>;

/// Runs the work or puts it on the graph's list.
cudaError_t queue(CUstream_st* stream, Work work);

/// For calls that may not be made while a stream is captured: the error that they then give.
cudaError_t refused_by_capture();

/// For calls on a stream that may not be captured.
cudaError_t refused_by_capture_of(CUstream_st* stream);

}  // namespace emu
