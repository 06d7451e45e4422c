#include "app/view/session/telemetry.h"

#include <algorithm>
#include <cmath>

#include "app/base/wall_clock.h"
#include "app/gl/scene_renderer.h"
#include "app/measure/memory_rate.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

constexpr double kRefreshEvery_s = 0.25;

/// Returns keys per microsecond.
double sort_rate(const std::deque<sim::StepReport>& history) {
    SortWork sum;
    for (const sim::StepReport& report : history) {
        const SortWork step = sort_work(report);
        sum.keys += step.keys;
        sum.us += step.us;
    }
    return sum.us > 0 ? static_cast<double>(sum.keys) / sum.us : 0;
}

}  // namespace

void Telemetry::begin_frame(double now, bool paused) {
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

void Telemetry::add_steps(uint64_t first, uint64_t last) {
    frame_first_step_ = first;
    frame_last_step_ = last;
    if (!plots_frozen_) history.begin_frame(first, last);
}

void Telemetry::add(sim::StepReport& report, const sim::WorldConfig& config, double clock_zero_s) {
    const double start_s = now_s();
    report.profiler_us += recording_us_;
    profiler.add(report);
    if (const sim::StepReport parts = sort_parts(report); !parts.stages.empty()) sort_passes.add(parts);
    history.add(report);
    log.take(report, config.engine, config.bodies);
    if (frame_clock.runs()) timeline.add(report, clock_zero_s);
    recording_us_ = (now_s() - start_s) * 1e6;
}

void Telemetry::add(const DrawReport& drawn) {
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

void Telemetry::add(const InteropStatus& status) {
    if (!frame_clock.runs() || status.upload_end_s <= 0) return;  // it was too small to be drawn
    frame_clock.enter(FramePart::upload, status.upload_start_s);
    frame_clock.enter(FramePart::scene, status.upload_end_s);
    timeline.add(status.upload_start_s, status.upload_end_s, status.copies);
}

void Telemetry::freeze_plots(bool on) {
    if (on && !plots_frozen_) timeline.hold(now_s());
    plots_frozen_ = on;
}

bool Telemetry::refresh_statistics(const sim::World& world, double now, bool force) {
    if (profiler.history().empty()) return false;
    if (!force && statistics_at_s_ >= 0 && now - statistics_at_s_ < kRefreshEvery_s) return false;
    statistics_at_s_ = now;
    statistics_.stages = profiler.stages();
    statistics_.step = profiler.step();
    statistics_.sort_parts = sort_passes.stages();
    statistics_.sort_parts.pop_back();  // the profiler's own, which stands below the stages
    statistics_.sort_mkeys_per_s = sort_rate(profiler.history());
    const sim::StepReport& newest = profiler.history().back();
    statistics_.counters = newest.counters;
    statistics_.of_step = newest.step;
    statistics_.sorts = sort_work(newest).sorts;
    statistics_.peak_bytes = std::max(statistics_.peak_bytes, world.bytes());
    ++statistics_.made;
    statistics_.passes = drawing.stages();
    statistics_.passes.pop_back();  // the profiler's own, which drawing has not
    statistics_.drawing = drawing.step();
    statistics_.drawing.name = "drawing";
    return true;
}

double Telemetry::copy_rate(sim::Backend backend) {
    std::optional<double>& rate = copy_rates_[backend == sim::Backend::cuda];
    if (!rate) {
        const double gb_per_s = memory_gb_per_s(backend);
        rate = std::isfinite(gb_per_s) ? 1e9 * gb_per_s : 0;
    }
    return *rate;
}

void Telemetry::begin_world(const sim::WorldConfig& config) {
    profiler.clear();
    sort_passes.clear();
    profiler.name_sort_paths(sort_paths_of(config.engine));
    history.clear();
    timeline.clear();
    freeze_plots(false);
    log.begin_world();
    const uint64_t peak = statistics_.peak_bytes, made = statistics_.made;
    statistics_ = {};
    statistics_.peak_bytes = peak;
    statistics_.made = made + 1;
    statistics_at_s_ = -1;
}

void Telemetry::forget_drawing() {
    drawing.clear();
    drawing_from_s_ = now_s();
}

}  // namespace app
