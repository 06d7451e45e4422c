// Sorts reports of steps into frames.
#include "app/measure/frames/frame_history.h"

#include <algorithm>

#include "app/measure/profile/profiler_stages.h"

namespace app {

void FrameHistory::begin_frame(uint64_t first_step, uint64_t last_step) {
    frames_.push_back({first_step, last_step, {}});
    if (frames_.size() > kKept) frames_.pop_front();
    unfinished_ = true;
}

void FrameHistory::finish_frame(const FrameTimes& times) {
    if (!unfinished_) begin_frame(1, 0);
    unfinished_ = false;
    FrameRecord& frame = frames_.back();
    frame.number = times.number;
    frame.frame_ms = static_cast<float>(times.ms());
    const auto parts = times.part_ms();
    for (size_t k = 0; k < kFrameParts; k++) frame.part_ms[k] = static_cast<float>(parts[k]);
}

void FrameHistory::clear() {
    frames_.clear();
    names_.clear();
    unfinished_ = false;
}

size_t FrameHistory::stage_index(std::string_view name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<size_t>(found - names_.begin());
    names_.emplace_back(name);
    return names_.size() - 1;
}

void FrameHistory::add(const sim::StepReport& report) {
    const uint64_t step = report.counters.completed_steps;
    // The newest frames are at the back, and so is nearly every report.
    auto frame = std::find_if(frames_.rbegin(), frames_.rend(), [step](const FrameRecord& f) {
        return f.first_step <= step && step <= f.last_step;
    });
    if (frame == frames_.rend() || frame->complete()) return;  // complete: done again, on the way back
    for (const sim::StageTime& stage : report.stages) {
        const size_t index = stage_index(stage_name(stage));
        if (frame->stage_ms.size() <= index) frame->stage_ms.resize(index + 1, 0.0f);
        const float ms = static_cast<float>(stage.duration_us / 1000);
        frame->stage_ms[index] += ms;
        frame->total_ms += ms;
    }
    frame->reported++;
    frame->pairs = static_cast<float>(report.counters.pairs);
    frame->contacts = static_cast<float>(report.counters.contacts);
    frame->descents = static_cast<float>(report.counters.descents);
    frame->ground_contacts = static_cast<float>(report.counters.ground_contacts);
    frame->interactions = static_cast<float>(report.counters.gravity.interactions);
    frame->nodes = static_cast<float>(report.counters.gravity.nodes);
    frame->depth = static_cast<float>(report.counters.gravity.depth);
    frame->respawned += static_cast<float>(report.counters.respawned);
    frame->below_ground += static_cast<float>(report.counters.below_ground);
    if (measures_shift(report.counters))
        frame->max_shift = std::max(frame->max_shift, static_cast<float>(report.counters.sort_max_shift));
}

}  // namespace app
