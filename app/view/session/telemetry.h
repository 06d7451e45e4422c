// Measurements of steps and frames: the profiler, the history, the timeline and the log. Refers to no live world.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "app/measure/frames/frame_clock.h"
#include "app/measure/frames/frame_history.h"
#include "app/measure/frames/frame_timeline.h"
#include "app/measure/profile/event_log.h"
#include "app/measure/profile/profiler.h"
#include "sim/world.h"

namespace app {

struct DrawReport;
struct InteropStatus;

/// Statistics for the panels, computed a few times per second so that numbers can be read.
struct Statistics {
    std::vector<StageSummary> stages;
    StageSummary step{};
    std::vector<StageSummary>
        sort_parts;  // sort_parts() of the steps; none where passes are not timed one by one
    std::vector<StageSummary> passes;  // of the drawing, in order
    StageSummary drawing{};
    double sort_mkeys_per_s = 0;  // 0: unknown
    sim::Counters counters{};     // of the step whose times the stages show as now
    uint64_t of_step = 0;         // number of the step of `counters`; 0: none yet
    uint32_t sorts = 0;           // in the step `of_step`: none with `brute`, one per axis with `endpoint`
    uint64_t peak_bytes = 0;      // that worlds of this window have held
    uint64_t made = 0;            // how often they were computed
};

class Telemetry {
public:
    Profiler profiler{240};
    Profiler sort_passes{240, false};
    Profiler drawing{240};  // of frames' passes instead of steps' stages
    FrameHistory history;
    FrameClock frame_clock;  // parts of a frame on the CPU
    FrameTimeline timeline;
    EventLog log;

    /// Begins a frame of a window, and ends the one before it. Frames of a world that stands still are not kept, so
    /// that those before stay.
    void begin_frame(double now_s, bool paused);
    /// Adds the steps first to last, which this frame queued.
    void add_steps(uint64_t first, uint64_t last);
    /// Adds what a step reports; what that costs is part of the profiler's own row from the next report on.
    void add(sim::StepReport& report, const sim::WorldConfig& config, double clock_zero_s);
    /// Adds what drawing a frame cost; nothing where that is known already.
    void add(const DrawReport& drawn);
    /// Adds what handing a frame over to OpenGL cost: ends that part of the frame.
    void add(const InteropStatus& status);

    /// Keeps History, Counters and Timeline as they are while the world goes on, or lets them follow it again.
    void freeze_plots(bool on);
    bool plots_frozen() const { return plots_frozen_; }

    const Statistics& statistics() const { return statistics_; }
    /// Computes the statistics where the last ones are old, or, with `force`, where there are any. Returns whether it
    /// did.
    bool refresh_statistics(const sim::World& world, double now_s, bool force);

    /// Returns the bytes per second that a copy in this backend's memory reads and writes; 0: not known. The first call
    /// measures it, which takes some tenths of a second.
    double copy_rate(sim::Backend backend);

    /// Forgets what was measured with another world, engine or broad phase.
    void begin_world(const sim::WorldConfig& config);
    /// Forgets what drawing other bodies cost.
    void forget_drawing();

private:
    bool plots_frozen_ = false;
    uint64_t frame_first_step_ = 1, frame_last_step_ = 0;  // of the frame that runs
    double recording_us_ = 0;                              // cost of adding the last report
    std::optional<double> copy_rates_[2];                  // of cpu and cuda
    Statistics statistics_;
    double statistics_at_s_ = -1;
    double drawn_s_ = -1;  // when the last drawing that is known began
    double drawn_since_s_ = 0;
    double drawing_from_s_ = 0;  // those of another world began before; a GPU reports them frames later
};

}  // namespace app
