// Lines of events.
#include "app/measure/profile/event_log.h"

#include <algorithm>
#include <string_view>

#include "app/measure/profile/profiler_stages.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr std::string_view kFullSort = "full sort";

bool sorted_in_full(const sim::Counters& step, const std::string& engine) {
    const sort::Engine* found = sort::find_engine(engine);
    if (!found || found->paths.empty()) return false;
    for (uint32_t k = 0; k < std::min(step.sorts, uint32_t(sim::kMaxSorts)); ++k)
        if (sort::path_name(*found, step.sort_path[k]) == kFullSort) return true;
    return false;
}

}  // namespace

void EventLog::take(const sim::StepReport& report, const std::string& engine, uint32_t bodies) {
    const sim::Counters& step = report.counters;
    if (step.sorts == 0) return;
    const bool one_axis = step.sorts == 1;
    if (!first_ && one_axis && step.axis != axis_)
        add(report.step, "axis", std::string("axis now ") + "xyz"[step.axis % 3]);
    if (!first_ && step.columns_changed != 0)
        add(report.step, "grid", "grid changed: other columns, other keys");
    if (!first_ && sorted_in_full(step, engine))
        add(report.step, std::string(kFullSort), "full sort: " + path_reason(step, engine, bodies));
    if (one_axis) axis_ = step.axis;
    first_ = false;
}

/// An axis is a line of its own each time: there and back are two things.
void EventLog::add(uint64_t step, const std::string& kind, const std::string& text) {
    const auto same = std::find_if(lines_.rbegin(), lines_.rend(),
                                   [&](const LogLine& line) { return !kind.empty() && line.kind == kind; });
    if (kind != "axis" && same != lines_.rend() && step >= same->last_step &&
        step - same->last_step <= kSoon) {
        same->last_step = step;
        ++same->times;
        return;
    }
    lines_.push_back({step, step, 1, kind, text});
    if (lines_.size() > kMostLines) lines_.pop_front();
}

std::string steps_text(const LogLine& line) {
    const std::string first = sort::grouped(line.step);
    return line.last_step == line.step ? first : first + " to " + sort::grouped(line.last_step);
}

std::string event_text(const LogLine& line) {
    if (line.times == 1) return line.text;
    const size_t colon = std::min(line.text.find(':'), line.text.size());
    return line.text.substr(0, colon) + ", " + sort::grouped(line.times) + " times" +
           (line.kind == kFullSort ? ", first" : "") + line.text.substr(colon);
}

std::string EventLog::text() const {
    std::string all;
    for (const LogLine& line : lines_)
        all += (line.last_step == line.step ? "step " : "steps ") + steps_text(line) + ": " +
               event_text(line) + "\n";
    return all;
}

}  // namespace app
