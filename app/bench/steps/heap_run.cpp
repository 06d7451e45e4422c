#include "app/bench/steps/heap_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "app/cli/resolve.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kWindow_s = 0.25;  // simulated
constexpr int kPieces = 10;         // of a window, between looks at the keyboard

/// Functions by which a run drives a simulation, ours or a rival's.
struct Simulation {
    std::function<void(uint32_t steps)> step;       // returns once they are done
    std::function<void(HeapWindow& window)> count;  // asleep, touching
    std::function<std::vector<PlacedBody>()> bodies;
};

void run(const Simulation& simulation, const sim::Container& container, const HeapLimits& limits,
         const DepthGauge& gauge, HeapRow& row) {
    const auto each = uint32_t(std::max(1.0, std::round(kWindow_s / kPieces / row.time_step_s)));
    uint64_t steps = 0;
    for (;;) {
        HeapWindow window{};
        const auto start = Clock::now();
        try {
            for (int k = 0; k < kPieces && !interrupted(); ++k) simulation.step(each);
        } catch (const Interrupted&) {  // in a step
        }
        if (interrupted()) break;
        window.wall_s = std::chrono::duration<double>(Clock::now() - start).count();
        window.steps = uint64_t(each) * kPieces;
        steps += window.steps;
        window.until_s = double(steps) * row.time_step_s;
        simulation.count(window);
        const bool slept = row.at_rest;  // the window before ended so
        row.at_rest = window.asleep == row.count;
        row.windows.push_back(window);
        limits.tick(window.until_s);
        if ((slept && row.at_rest) || window.until_s >= limits.most_s) break;
    }
    if (interrupted()) return;  // the rates so far, no depth
    row.depth = gauge.measure(simulation.bodies(), container);
    row.thinnest_m = gauge.thinnest_m();
}

/// Root mean square of the speeds of bodies that are awake.
double moving_m_s(const sim::Snapshot& now, float sleep_time_s) {
    double sum = 0;
    uint64_t awake = 0;
    for (const sim::Body& body : now.bodies) {
        if (body.still_s >= sleep_time_s) continue;
        sum += double(dot(body.velocity_m_s, body.velocity_m_s));
        ++awake;
    }
    return awake > 0 ? std::sqrt(sum / double(awake)) : 0;
}

}  // namespace

double HeapRow::wall_s() const {
    double sum = 0;
    for (const HeapWindow& window : windows) sum += window.wall_s;
    return sum;
}

double HeapRow::steps_per_s() const {
    uint64_t steps = 0;
    for (const HeapWindow& window : windows) steps += window.steps;
    return wall_s() > 0 ? double(steps) / wall_s() : 0;
}

double HeapRow::slowest_steps_per_s() const {
    double slowest = HUGE_VAL;
    for (const HeapWindow& window : windows)
        slowest = std::min(slowest, double(window.steps) / std::max(window.wall_s, 1e-9));
    return windows.empty() ? 0 : slowest;
}

double HeapRow::resting_steps_per_s() const {
    return at_rest ? double(windows.back().steps) / std::max(windows.back().wall_s, 1e-9) : 0;
}

double HeapRow::last_speed() const {
    const HeapWindow last = windows.empty() ? HeapWindow{} : windows.back();
    return last.wall_s > 0 ? double(last.steps) * time_step_s / last.wall_s : 0;
}

double HeapRow::asleep_after_s() const {
    for (const HeapWindow& window : windows)
        if (window.asleep == count) return window.until_s;
    return 0;
}

HeapRow run_heap(const sim::WorldConfig& config, const HeapLimits& limits, const DepthGauge& gauge) {
    const auto world = create_world(config);
    HeapRow row{std::string(sort::name_of(config.backend)) + " " + world->config().broad_phase, ""};
    row.time_step_s = config.scene.physics.time_step_s;
    row.substeps = config.scene.physics.substeps;
    row.count = config.bodies;
    std::vector<sim::StepReport> reports;
    Simulation simulation;
    simulation.step = [&](uint32_t steps) {
        world->step(steps);
        world->finish();
        reports.clear();
        world->poll(reports);
    };
    simulation.count = [&](HeapWindow& window) {
        window.asleep = world->counters().asleep;
        window.touching = uint32_t(world->counters().contacts);
    };
    simulation.bodies = [&] {
        const sim::Snapshot now = world->snapshot();
        return placed_bodies(now.bodies, now.rotations);
    };
    run(simulation, world->container(), limits, gauge, row);
    const sim::Counters& counters = world->counters();
    row.end = {counters.not_finite, counters.squeezed,
               moving_m_s(world->snapshot(), config.scene.physics.sleep_time_s)};
    return row;
}

HeapRow run_rival_heap(const WorldRivalLibrary& library, const sim::WorldConfig& config,
                       const sim::Snapshot& start, double time_step_s, const HeapLimits& limits,
                       const DepthGauge& gauge) {
    RivalSimulation rival(library, config.scene, start);
    HeapRow row{library.name(), library.api().what};
    row.time_step_s = time_step_s;
    row.count = uint32_t(start.bodies.size());
    Simulation simulation;
    simulation.step = [&](uint32_t steps) { rival.step(float(time_step_s), steps); };
    simulation.count = [&](HeapWindow& window) {
        const RivalSimulation::State now = rival.state();
        window.asleep = now.asleep;
        window.touching = now.touching;
    };
    simulation.bodies = [&] { return rival.state().bodies; };
    run(simulation, start.container, limits, gauge, row);
    return row;
}

}  // namespace app
