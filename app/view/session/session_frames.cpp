// What the session remembers of frames: their parts, their steps, their drawing, each when it is known.
#include <cmath>

#include "app/base/wall_clock.h"
#include "app/measure/memory_rate.h"
#include "app/view/session/session.h"
#include "sort/base/errors.h"

namespace app {

void Session::begin_frame(double now) {
    const FrameTimes* ended = frame_clock.begin(now);
    frame_clock.enter(FramePart::profiler, now);
    const bool stepped = frame_last_step_ >= frame_first_step_;
    if (ended) {
        const bool stands = plots_frozen_ || (paused && !stepped);
        if (stands)
            timeline.hold(ended->start_s);
        else
            timeline.release();
        if (!stands || history.unfinished()) {
            history.finish_frame(*ended);
            timeline.add(*ended, frame_first_step_, frame_last_step_);
        }
    }
    frame_first_step_ = 1;
    frame_last_step_ = 0;
}

/// What that costs is part of the profiler's own row from the next report on.
void Session::record(sim::StepReport& report) {
    const double start_s = now_s();
    report.profiler_us += recording_us_;
    profiler.add(report);
    history.add(report);
    log.take(report, config_.engine, config_.bodies);
    if (ab_) ab_->take(report);
    if (frame_clock.runs()) timeline.add(report, world_->clock_zero_s());
    recording_us_ = (now_s() - start_s) * 1e6;
}

void Session::take(const DrawReport& drawn) {
    if (drawn.frame == 0 || drawn.start_s == drawn_s_) return;
    if (drawn_s_ < 0) drawn_since_s_ = drawn.start_s;
    drawn_s_ = drawn.start_s;
    if (frame_clock.runs()) timeline.add_drawing(drawn.start_s, drawn.duration_us, drawn.passes);
    if (drawn.passes.empty() || drawn.start_s < drawing_from_s_) return;
    sim::StepReport frame{};
    frame.step = drawn.frame;
    frame.start_us = (drawn.start_s - drawn_since_s_) * 1e6;
    frame.duration_us = drawn.duration_us;
    frame.stages = drawn.passes;
    for (sim::StageTime& pass : frame.stages) pass.start_us += frame.start_us;
    drawing.add(frame);
}

void Session::take_upload_times(const InteropStatus& status) {
    if (!frame_clock.runs() || status.upload_end_s <= 0) return;  // it was too small to be drawn
    frame_clock.enter(FramePart::upload, status.upload_start_s);
    frame_clock.enter(FramePart::scene, status.upload_end_s);
    timeline.add(status.upload_start_s, status.upload_end_s, status.copies);
}

void Session::freeze_plots(bool on) {
    if (on && !plots_frozen_) timeline.hold(now_s());
    plots_frozen_ = on;
}

double Session::copy_rate() {
    std::optional<double>& rate = copy_rates_[config_.backend == sim::Backend::cuda];
    if (!rate) {
        const double gb_per_s = memory_gb_per_s(config_.backend);
        rate = std::isfinite(gb_per_s) ? 1e9 * gb_per_s : 0;
    }
    return *rate;
}

bool Session::is_behind() const {
    constexpr double kEnough = 0.97, kLeast_s = 0.5;  // of real time, over so much of it
    if (paused || backwards || options_.steps_per_frame > 0 || clock_.size() < 2) return false;
    const double wall = clock_.back().wall_s - clock_.front().wall_s;
    const double simulated = clock_.back().simulated_s - clock_.front().simulated_s;
    return wall >= kLeast_s &&
           simulated + double(physics_.time_step_s) < kEnough * std::min(double(time_factor), 1.0) * wall;
}

double Session::real_time_ratio() const {
    if (clock_.size() < 2) return -1;
    const double wall = clock_.back().wall_s - clock_.front().wall_s;
    return wall > 0.05 ? (clock_.back().simulated_s - clock_.front().simulated_s) / wall : -1;
}

}  // namespace app
