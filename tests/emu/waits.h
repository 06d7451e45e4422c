// What the host has waited for. The emulation runs everything at once, but a device does not: the time between two events
// is known only behind a wait, and a cudaMemset is work of the default stream, for which other streams need not wait.
#pragma once
#include "tests/emu/streams.h"

namespace emu {

/// Notes that the stream has recorded the event; in a graph, the stream that the graph is launched on.
void record(CUevent_st* event, CUstream_st* stream);
void forget(CUevent_st* event);

/// The host waits for all that has been queued on a stream, before an event, or on any stream.
void wait_for(CUstream_st* stream);
void wait_for_event(CUevent_st* event);
void wait_for_all();

/// Notes that memory is set on the default stream, which the host has not waited for.
void note_memset();

/// Throws a Fault if what runs now, queued on the stream, may run beside what is queued on the default stream, and the
/// host has not waited for the last cudaMemset. In a graph, the stream is that on which it is launched. `name`: of what
/// runs.
void require_default_stream_done(CUstream_st* stream, const char* name);

/// While it is there, nodes of a graph run on its stream.
class GraphLaunch {
public:
    explicit GraphLaunch(CUstream_st* stream);
    ~GraphLaunch();
    GraphLaunch(const GraphLaunch&) = delete;
    GraphLaunch& operator=(const GraphLaunch&) = delete;
};

}  // namespace emu
