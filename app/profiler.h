// Keeps the reports of the last steps and makes statistics of them. Fed by World::poll, read by the panels,
// `profile` and the exports. Adds nothing to the frame but its own row ("profiler").
#pragma once
#include <cstddef>
#include <deque>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/world.h"

namespace app {

/// Statistics of one stage (all pieces with the same name before '/', summed within a step).
struct StageSummary {
    std::string name;
    double now_ms, p50_ms, p90_ms, p99_ms, max_ms;
    double share;     // of the step, by medians, 0..1
    uint64_t bytes;   // a step, median
    double gb_per_s;  // bytes over p50, 0 when unknown
};

class Profiler {
public:
    /// Keeps the last `window` steps; 0 keeps all (for `profile`).
    explicit Profiler(size_t window = 240) : window_(window) {}

    void add(const sim::StepReport& report);
    void clear() { history_.clear(); }

    const std::deque<sim::StepReport>& history() const { return history_; }
    std::vector<StageSummary> stages() const;  // in step order; the last row is the profiler's own cost
    StageSummary step() const;                 // name "step"
    double steps_per_second() const;           // from the first step's start to the last step's end

private:
    size_t window_;
    std::deque<sim::StepReport> history_;
};

/// One row an event: frame,stage,lane,start_us,dur_us,bytes,items
void write_csv(std::ostream& out, const Profiler& profiler);

/// Chrome trace events, opens in Perfetto.
void write_trace(std::ostream& out, const Profiler& profiler);

/// The table of stage times that `profile` prints.
void print_table(std::ostream& out, const Profiler& profiler);

}  // namespace app
