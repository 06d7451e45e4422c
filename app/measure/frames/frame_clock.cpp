// Parts of frames.
#include "app/measure/frames/frame_clock.h"

#include <algorithm>
#include <utility>

namespace app {

static constexpr double kMeanOver_s = 0.5;

const char* name_of(FramePart part) {
    constexpr const char* kNames[kFrameParts] = {"input",  "steps",   "scene",    "hand-over",
                                                 "panels", "present", "profiler", "other"};
    return kNames[size_t(part)];
}

std::array<double, kFrameParts> FrameTimes::part_ms() const {
    std::array<double, kFrameParts> sums{};
    for (size_t k = 0; k < spans.size(); ++k)
        sums[size_t(spans[k].part)] += (span_end_s(k) - spans[k].start_s) * 1000;
    return sums;
}

const FrameTimes* FrameClock::begin(double now_s) {
    const bool first = running_.number == 0;
    if (!first) {
        now_s = std::max(now_s, running_.spans.back().start_s);
        running_.end_s = now_s;
        std::swap(running_, last_);  // its spans' memory is used again
        ++frames_;
        if (now_s - mean_since_s_ >= kMeanOver_s) {
            mean_ms_ = (now_s - mean_since_s_) * 1000 / double(frames_);
            mean_of_ = std::exchange(frames_, 0);
            mean_last_ = last_.number;
            mean_since_s_ = now_s;
        }
    } else {
        mean_since_s_ = now_s;
    }
    running_.number = last_.number + 1;
    running_.start_s = now_s;
    running_.spans.assign(1, {FramePart::other, now_s});
    return first ? nullptr : &last_;
}

void FrameClock::rest() {
    running_.number = 0;
    frames_ = 0;
}

void FrameClock::enter(FramePart part, double now_s) {
    if (running_.number == 0) return;
    FrameTimes::Span& open = running_.spans.back();
    now_s = std::max(now_s, open.start_s);
    if (open.part == part) return;
    if (now_s == open.start_s)
        open.part = part;
    else
        running_.spans.push_back({part, now_s});
}

}  // namespace app
