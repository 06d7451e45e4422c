// One simulation of falling bodies until they are at rest: rates on the way, depth at the end.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/steps/world_rival.h"
#include "app/measure/true_depth.h"
#include "sim/world.h"

namespace app {

/// A part of a run, some tenths of a second of simulated time.
struct HeapWindow {
    double until_s;  // simulated
    uint64_t steps;
    double wall_s;
    uint32_t asleep, touching;  // at its end
};

/// How a run of our own ended.
struct HeapEnd {
    uint32_t not_finite;  // bodies
    uint64_t squeezed;    // pairs that push both ways
    double moving_m_s;    // root mean square of the speeds of those that are awake
};

struct HeapRow {
    std::string name;  // "cpu columns", "bullet"
    std::string what;  // of another library: its version
    double time_step_s = 0;
    uint32_t count = 0;
    std::vector<HeapWindow> windows{};
    TrueDepth depth{};
    double thinnest_m = 0;
    bool at_rest = false;          // all asleep
    std::optional<HeapEnd> end{};  // none: of another library
    uint32_t substeps = 0;         // per step; 0: of another library

    bool measured() const { return !windows.empty(); }
    double simulated_s() const { return windows.empty() ? 0 : windows.back().until_s; }
    double wall_s() const;
    double steps_per_s() const;  // of the whole run
    double body_steps_per_s() const { return steps_per_s() * count; }
    double slowest_steps_per_s() const;  // of the slowest window
    double resting_steps_per_s() const;  // of the last window; 0: not at rest
    double slowest_speed() const { return slowest_steps_per_s() * time_step_s; }
    double last_speed() const;      // of the last window
    double asleep_after_s() const;  // until the first window at whose end all slept; 0: they did not
    double speed() const { return wall_s() > 0 ? simulated_s() / wall_s() : 0; }
};

struct HeapLimits {
    double most_s = 10;  // of simulated time
    std::function<void(double simulated_s)> tick = [](double) {};
};

/// Steps until all bodies sleep, and one window more; or until the time is over. Once interrupted(), the windows
/// so far, and no depth.
HeapRow run_heap(const sim::WorldConfig& config, const HeapLimits& limits, const DepthGauge& gauge);
HeapRow run_rival_heap(const WorldRivalLibrary& library, const sim::WorldConfig& config,
                       const sim::Snapshot& start, double time_step_s, const HeapLimits& limits,
                       const DepthGauge& gauge);

}  // namespace app
