// A stream of the emulation: it runs what is queued at once, or, captured, keeps it.
#pragma once
#include <chrono>
#include <functional>
#include <vector>

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

/// What a graph's node is.
struct NodeFacts {
    enum Kind { other, launch, event, if_node } kind = other;
    const char* name = "";  // from here on of a launch
    uint64_t blocks = 0;
    uint32_t threads = 0;
    size_t dynamic_bytes = 0;
};

/// Runs the work or puts it on the graph's list.
cudaError_t queue(CUstream_st* stream, Work work, const NodeFacts& facts = {});

/// What a stream that is being captured has queued so far, in order, without what IF nodes hold.
std::vector<NodeFacts> captured(CUstream_st* stream);

/// For calls that may not be made while a stream is captured: the error that they then give.
cudaError_t refused_by_capture();

/// For calls on a stream that may not be captured.
cudaError_t refused_by_capture_of(CUstream_st* stream);

}  // namespace emu
