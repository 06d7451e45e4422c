// A stream of the emulation: it runs what is queued at once, or, captured, keeps it.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/emu/graphs.h"

struct CUstream_st {
    CUgraph_st* graph = nullptr;  // being captured into
    bool own_graph = false;       // it is the body of an IF node otherwise
    bool strict = false;          // not captured in relaxed mode
    bool broken = false;
    bool blocking = true;  // it waits for the default stream, and that for it
};

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
    bool done = false;                      // the host has waited for it, or asked for it
    uint64_t number = 0;                    // in the order of recording
    CUstream_st* stream = nullptr;          // that recorded it
    std::vector<CUstream_st*> others = {};  // that wait for it
};

namespace emu {

using Work = std::function<void()>;

/// Kind and sizes of a graph's node.
struct NodeFacts {
    enum Kind { other, launch, event, if_node } kind = other;
    const char* name = "";  // from here on of a launch
    uint64_t blocks = 0;
    uint32_t threads = 0;
    size_t dynamic_bytes = 0;
};

/// Runs the work or puts it on the graph's list.
cudaError_t queue(CUstream_st* stream, Work work, const NodeFacts& facts = {});

/// Returns the nodes that a stream that is being captured has queued so far, in order, without those in IF
/// nodes.
std::vector<NodeFacts> captured(CUstream_st* stream);

/// Returns the error of calls that may not be made while any stream is captured.
cudaError_t refused_by_capture();

/// Returns the error of calls that may not be made on a stream while it is captured.
cudaError_t refused_by_capture_of(CUstream_st* stream);

}  // namespace emu
