#include "app/gl/base/adaptive_quality.h"

#include <algorithm>
#include <cmath>

#include "app/base/median.h"

namespace app {

static constexpr double kSettle_s = 0.5;      // after a switch: programs are new, answers of timers old
static constexpr size_t kLeastSamples = 4;    // to judge by
static constexpr double kDrawingPart = 0.33;  // of a frame: with less of it, drawing is not what is slow
static constexpr double kRoom = 0.7,
                        kFrameRoom = 0.9;  // of what is allowed; a better quality must fit into it
static constexpr double kProved_s = 30;    // a better quality that stayed so long was no mistake
static constexpr double kLeastSlower = 1.15, kMostSlower = 20;

AdaptiveQuality::Goal AdaptiveQuality::for_software(Quality most) {
    // Half of a frame at 20 frames a second; steps and panels take the other half.
    return {Quality::minimal, most, 28, 50, {2.5, 1.5, 8, 1.5}, true};
}

AdaptiveQuality::Goal AdaptiveQuality::for_gpu(Quality most) {
    return {std::min(Quality::low, most), most, 14, 34, {1, 1.3, 2, 1.3}};
}

/// Learns from the first drawing time after a switch how many times slower the better quality is.
void AdaptiveQuality::learn(double draw_ms) {
    if (before_ms_ <= 0 || draw_ms <= 0) return;
    const double better = rising_ ? draw_ms : before_ms_, worse = rising_ ? before_ms_ : draw_ms;
    goal_.times_slower[step_ + (rising_ ? 0 : 1)] = std::clamp(better / worse, kLeastSlower, kMostSlower);
    before_ms_ = 0;
}

void AdaptiveQuality::change(int to, double now_s, double draw_ms) {
    const bool rises = to > step_;
    // A better one that was too slow at once: the next attempt waits longer.
    if (!rises && rising_ && now_s - changed_s_ < kProved_s)
        room_for_s_ = std::min(2 * room_for_s_, kMostRoom_s);
    else if (!rises)
        room_for_s_ = kRoom_s;
    if (!rises)
        reason_ = "drawing took " + std::to_string(std::lround(draw_ms)) + " ms at " + kQualityNames[step_];
    else if (to == int(goal_.most))
        reason_.clear();
    step_ = to;
    rising_ = rises;
    changed_s_ = now_s;
    before_ms_ = draw_ms;
    room_since_s_ = -1;
    samples_.clear();
}

Quality AdaptiveQuality::add(double now_s, double draw_ms, double frame_ms, bool behind) {
    if (draw_ms <= 0 || now_s - changed_s_ < kSettle_s) return now();
    samples_.push_back({now_s, draw_ms, frame_ms});
    // One from before the window stays, so that slow frames fill it too.
    const auto recent = std::find_if(samples_.begin(), samples_.end(),
                                     [&](const Sample& s) { return now_s - s.at_s < kWindow_s; });
    if (recent - samples_.begin() > 1 && samples_.end() - recent >= long(kLeastSamples))
        samples_.erase(samples_.begin(), recent - 1);
    if (samples_.size() < kLeastSamples || now_s - samples_.front().at_s < kWindow_s) return now();

    std::vector<double> draws, frames;
    for (const Sample& sample : samples_) {
        draws.push_back(sample.draw_ms);
        frames.push_back(sample.frame_ms);
    }
    const double draw = median(draws), frame = median(frames);
    learn(draw);
    if (now_s - changed_s_ < kBetween_s) return now();

    const bool late = frame > goal_.frame_ms || (behind && goal_.halves);
    const bool slow = draw > goal_.draw_ms || (late && draw > kDrawingPart * frame);
    const int least = goal_.halves ? -1 : int(goal_.least);
    if (slow && step_ > least) {
        change(step_ - 1, now_s, draw);
        if (draw <= goal_.draw_ms && frame <= goal_.frame_ms)
            reason_ = "the simulation was slower than real time";
        return now();
    }
    if (step_ >= int(goal_.most)) return now();
    const double more = draw * (goal_.times_slower[step_ + 1] - 1);
    const bool room = !(behind && goal_.halves) && draw + more < kRoom * goal_.draw_ms &&
                      frame + more < kFrameRoom * goal_.frame_ms;
    if (!room) room_since_s_ = -1;
    if (room && room_since_s_ < 0) room_since_s_ = now_s;
    if (room && now_s - room_since_s_ >= room_for_s_) change(step_ + 1, now_s, draw);
    return now();
}

}  // namespace app
