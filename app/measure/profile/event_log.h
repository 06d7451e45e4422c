// What happened while the scene ran, as short lines with step numbers: why colours flashed, what was changed. The same
// thing again soon afterwards is counted in its line.
#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include "sim/world.h"

namespace app {

struct LogLine {
    uint64_t step = 0, last_step = 0;
    uint32_t times = 1;
    std::string kind;  // lines of one kind are put together; "": never
    std::string text;  // of the first time
};

class EventLog {
public:
    static constexpr size_t kMostLines = 200;
    static constexpr uint64_t kSoon = 300;  // steps

    /// Adds lines for the events of a step: other columns, another axis, a full sort of an engine that repairs.
    void take(const sim::StepReport& report, const std::string& engine, uint32_t bodies);
    /// Adds a line for something that was done, or that went wrong.
    void add(uint64_t step, const std::string& text) { add(step, "", text); }
    /// The world is another one: what its first step has is no change.
    void begin_world() { first_ = true; }

    const std::deque<LogLine>& lines() const { return lines_; }
    /// Returns all lines as text, for the clipboard.
    std::string text() const;

private:
    void add(uint64_t step, const std::string& kind, const std::string& text);

    std::deque<LogLine> lines_;
    bool first_ = true;
    uint32_t axis_ = 0;
};

/// Returns "1,204" or "1,204 to 1,311".
std::string steps_text(const LogLine& line);
/// Returns "axis now y", "full sort, 12 times: 812 descents".
std::string event_text(const LogLine& line);

}  // namespace app
