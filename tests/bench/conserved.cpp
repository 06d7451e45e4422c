// What a scene whose bodies pull each other keeps over many steps: energy and angular momentum against the start, and
// the virial ratio, summed over all pairs in double. Prints a row per sample; writes them as CSV, and as charts.
// Usage: bench_conserved [cuda|cpu] SCENE BODIES STEPS SAMPLES [OUT]: OUT.csv, OUT-errors.svg, OUT-virial.svg
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "app/bench/common/outputs.h"
#include "app/bench/common/plot_svg.h"
#include "app/measure/report_facts.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/world.h"
#include "tests/bench/world_words.h"

namespace {

/// In double; the turn is the angular momentum about the origin.
struct Balance {
    double kinetic = 0, potential = 0, turn[3] = {0, 0, 0};

    double energy() const { return kinetic + potential; }
    double virial_ratio() const { return -2 * kinetic / potential; }
};

Balance sum_of(Balance a, const Balance& b) {
    a.kinetic += b.kinetic;
    a.potential += b.potential;
    for (int axis = 0; axis < 3; ++axis) a.turn[axis] += b.turn[axis];
    return a;
}

/// The potential of a body that those of lower ids make.
double potential_of(const std::vector<sim::Body>& bodies, size_t id, const sim::Gravity& gravity) {
    const sim::Vec3 p = bodies[id].position_m;
    double sum = 0;
    for (size_t other = 0; other < id; ++other) {
        const sim::Vec3 q = bodies[other].position_m;
        const double x = double(q.x) - p.x, y = double(q.y) - p.y, z = double(q.z) - p.z;
        sum -= bodies[other].mass_kg /
               std::sqrt(x * x + y * y + z * z + double(gravity.softening_m) * gravity.softening_m);
    }
    return sum * gravity.constant_n_m2_kg2 * bodies[id].mass_kg;
}

Balance balance_of(const sim::Snapshot& state, const sim::Gravity& gravity) {
    const std::vector<sim::Body>& bodies = state.bodies;
    return tbb::parallel_deterministic_reduce(
        tbb::blocked_range<size_t>(0, bodies.size(), 64), Balance(),
        [&](const auto& range, Balance sum) {
            for (size_t id = range.begin(); id < range.end(); ++id) {
                const sim::Vec3 p = bodies[id].position_m, v = bodies[id].velocity_m_s;
                const double mass = bodies[id].mass_kg;
                sum = sum_of(sum, {0.5 * mass * (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z),
                                   potential_of(bodies, id, gravity),
                                   {mass * (double(p.y) * v.z - double(p.z) * v.y),
                                    mass * (double(p.z) * v.x - double(p.x) * v.z),
                                    mass * (double(p.x) * v.y - double(p.y) * v.x)}});
            }
            return sum;
        },
        sum_of);
}

/// Of two angular momenta: the length of the difference over that of the first.
double turned(const Balance& begin, const Balance& now) {
    double off = 0, all = 0;
    for (int axis = 0; axis < 3; ++axis) {
        off += (now.turn[axis] - begin.turn[axis]) * (now.turn[axis] - begin.turn[axis]);
        all += begin.turn[axis] * begin.turn[axis];
    }
    return std::sqrt(off / all);
}

}  // namespace

int main(int argc, char** argv) {
    const WorldWords read =
        read_world_words(argc, argv, 4, "bench_conserved [cuda|cpu] SCENE BODIES STEPS SAMPLES [OUT]");
    const sim::WorldConfig& config = read.config;
    const std::vector<std::string>& words = read.words;
    const int steps = std::atoi(words[2].c_str()), samples = std::atoi(words[3].c_str());

    // Run, and sum now and then.
    const auto world = sim::World::create(config);
    const sim::Gravity& gravity = config.scene.physics.gravity;
    const std::string what = words[0] + ", " + words[1] + " bodies, " + words[2] + " steps";
    app::Chart errors = {what, {"time", "s"}, {"error", "", true}},
               virial = {what, {"time", "s"}, {"-2 T / V", ""}};
    errors.series = {{"energy", {}}, {"angular momentum", {}}};
    virial.series = {{"virial ratio", {}}};
    std::string csv = "step,time_s,energy,energy_error,turn_error,virial_ratio\n";
    std::printf("%s", csv.c_str());
    Balance begin;
    for (int sample = 0, done = 0; sample <= samples; ++sample) {
        const int until = int(int64_t(steps) * sample / samples);
        world->step(uint32_t(until - done));
        done = until;
        const Balance now = balance_of(world->snapshot(), gravity);
        if (sample == 0) begin = now;
        const double time_s = double(done) * config.scene.physics.time_step_s;
        const double energy = std::fabs(now.energy() / begin.energy() - 1), turn = turned(begin, now);
        char row[160];
        std::snprintf(row, sizeof row, "%d,%.4g,%.9g,%.3e,%.3e,%.5f\n", done, time_s, now.energy(), energy,
                      turn, now.virial_ratio());
        std::printf("%s", row);
        std::fflush(stdout);
        csv += row;
        virial.series[0].points.push_back({app::short_number(time_s), time_s, now.virial_ratio()});
        if (sample == 0) continue;
        errors.series[0].points.push_back({app::short_number(time_s), time_s, energy});
        errors.series[1].points.push_back({app::short_number(time_s), time_s, turn});
    }
    if (words.size() < 5) return 0;
    const std::string caption =
        app::machine_text(config.backend == sim::Backend::cuda, config.device, config.threads) + ", " +
        app::utc_text();
    std::ofstream(words[4] + ".csv") << csv;
    std::ofstream(words[4] + "-errors.svg") << app::plot_svg(errors, caption);
    std::ofstream(words[4] + "-virial.svg") << app::plot_svg(virial, caption);
    return 0;
}
