#include "tests/emu/waits.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "tests/emu/block.h"

namespace emu {
namespace {

struct Waits {
    std::set<CUevent_st*> open;               // recorded, and not waited for
    uint64_t recorded = 0;                    // how often anything was
    uint64_t memset = 0;                      // recorded before it; 0: the host has waited for all
    std::optional<CUstream_st*> launches_on;  // of a graph that runs
};

Waits& waits() {
    static auto* const the_waits = new Waits;  // outlives the events of static objects
    return *the_waits;
}

bool is_before(const CUevent_st* event, const CUstream_st* stream) {
    return event->stream == stream || std::ranges::find(event->others, stream) != event->others.end();
}

}  // namespace

void record(CUevent_st* event, CUstream_st* stream) {
    *event = {std::chrono::steady_clock::now(), true, false, ++waits().recorded,
              waits().launches_on.value_or(stream)};
    waits().open.insert(event);
}

void forget(CUevent_st* event) { waits().open.erase(event); }

void wait_for_event(CUevent_st* event) {
    if (!event->recorded || event->done) return;
    event->done = true;
    waits().open.erase(event);
    if (event->stream == nullptr && event->number >= waits().memset) waits().memset = 0;
    while (true) {  // what its stream recorded, and waited for, before it
        const auto earlier = std::ranges::find_if(waits().open, [&](const CUevent_st* other) {
            return other->number < event->number && is_before(other, event->stream);
        });
        if (earlier == waits().open.end()) return;
        wait_for_event(*earlier);
    }
}

void wait_for(CUstream_st* stream) {
    if (stream == nullptr) waits().memset = 0;
    while (true) {
        const auto found = std::ranges::find_if(
            waits().open, [&](const CUevent_st* event) { return is_before(event, stream); });
        if (found == waits().open.end()) return;
        wait_for_event(*found);
    }
}

void wait_for_all() {
    waits().memset = 0;
    while (!waits().open.empty()) wait_for_event(*waits().open.begin());
}

void note_memset() { waits().memset = ++waits().recorded; }

void require_default_stream_done(CUstream_st* stream, const char* name) {
    if (waits().memset == 0) return;
    const CUstream_st* const runs_on = waits().launches_on.value_or(stream);
    if (runs_on == nullptr || runs_on->blocking) return;
    throw Fault(
        std::string(name) +
        " may run before a cudaMemset has: its stream does not wait for the default stream, nor has the host");
}

GraphLaunch::GraphLaunch(CUstream_st* stream) { waits().launches_on = stream; }
GraphLaunch::~GraphLaunch() { waits().launches_on.reset(); }

}  // namespace emu
