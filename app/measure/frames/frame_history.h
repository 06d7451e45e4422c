// What the last frames did, summed over the steps of each frame: the source of the History and Counters
// plots. On cuda a frame's reports arrive frames later; they find their frame by the number of the step.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "app/measure/frames/frame_clock.h"
#include "sim/world.h"

namespace app {

struct FrameRecord {
    uint64_t first_step, last_step;  // completed steps after the frame's first and last step; none: 1, 0
    std::vector<float> stage_ms;     // by FrameHistory::stage_names(), summed over the frame's steps
    float total_ms = 0;              // their sum
    uint64_t number = 0;             // FrameTimes::number; 0: not a window's frame, or not ended yet
    float frame_ms = 0;              // from its start to that of the next one
    std::array<float, kFrameParts> part_ms{};      // of the CPU, by FramePart: their sum is frame_ms
    uint32_t reported = 0;                         // steps whose report has come
    float pairs = 0, contacts = 0, descents = 0;   // of the newest reported step
    float max_shift = -1;                          // the largest of all its steps; < 0: not measured
    float ground_contacts = 0;                     // of the newest reported step
    float respawned = 0, below_ground = 0;         // of all its steps
    float interactions = 0, nodes = 0, depth = 0;  // of gravity, of the newest reported step

    uint64_t steps() const { return last_step + 1 - first_step; }
    bool complete() const { return reported == steps(); }
};

class FrameHistory {
public:
    /// A frame queued the steps first..last (numbers of completed steps after them).
    void begin_frame(uint64_t first_step, uint64_t last_step);
    /// How long the frame took that began last, or, where that is known already, one without steps.
    void finish_frame(const FrameTimes& times);
    bool unfinished() const { return unfinished_; }
    void add(const sim::StepReport& report);
    void clear();

    const std::deque<FrameRecord>& frames() const { return frames_; }
    const std::vector<std::string>& stage_names() const { return names_; }

private:
    size_t stage_index(std::string_view name);

    static constexpr size_t kKept = 600;
    bool unfinished_ = false;
    std::deque<FrameRecord> frames_;
    std::vector<std::string> names_;  // in the order of the step
};

}  // namespace app
