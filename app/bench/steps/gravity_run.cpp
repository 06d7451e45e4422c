#include "app/bench/steps/gravity_run.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/median.h"
#include "app/cli/resolve.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

struct Sample {
    double error2, exact2;  // squares of the error, of the sum in double
};

/// The sum over all others in double, against the acceleration of a body that has not moved yet.
Sample sample_of(const sim::Snapshot& start, size_t id, const sim::Physics& physics) {
    const sim::Body& own = start.bodies[id];
    const sim::Gravity& gravity = physics.gravity;
    double sum[3] = {0, 0, 0};
    for (const sim::Body& other : start.bodies) {
        double d[3], r2 = double(gravity.softening_m) * gravity.softening_m;
        for (int axis = 0; axis < 3; ++axis) {
            d[axis] = double(other.position_m[axis]) - own.position_m[axis];
            r2 += d[axis] * d[axis];
        }
        const double pull = double(gravity.constant_n_m2_kg2) * other.mass_kg / (r2 * std::sqrt(r2));
        for (int axis = 0; axis < 3; ++axis) sum[axis] += d[axis] * pull;
    }
    Sample sample{0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        const double off = double(own.acceleration_m_s2[axis]) - physics.gravity_m_s2[axis] - sum[axis];
        sample.error2 += off * off;
        sample.exact2 += sum[axis] * sum[axis];
    }
    return sample;
}

GravityErrors errors_of(const sim::Snapshot& start, const sim::Physics& physics, uint64_t samples) {
    const size_t n = start.bodies.size(), count = std::min<size_t>(n, samples);
    std::vector<Sample> each(count);
    tbb::parallel_for(tbb::blocked_range<size_t>(0, count, 1), [&](const auto& range) {
        for (size_t k = range.begin(); k < range.end(); ++k) {
            throw_if_interrupted();
            each[k] = sample_of(start, k * n / count, physics);
        }
    });
    GravityErrors errors;
    double error2 = 0, exact2 = 0;
    std::vector<double> relative;
    for (const Sample& sample : each) {
        error2 += sample.error2;
        exact2 += sample.exact2;
        if (sample.exact2 > 0) relative.push_back(std::sqrt(sample.error2 / sample.exact2));
    }
    if (relative.empty()) return errors;
    std::sort(relative.begin(), relative.end());
    errors.median = relative[relative.size() / 2];
    errors.p99 = relative[relative.size() * 99 / 100];
    errors.rms = std::sqrt(error2 / exact2);
    return errors;
}

constexpr std::string_view kStage = "gravity/";

}  // namespace

double GravityRow::stage_ms(const std::string& name) const {
    for (const auto& [stage, ms] : stages_ms) {
        if (stage == name) return ms;
    }
    return 0;
}

GravityRow planned_gravity(const sim::WorldConfig& config) {
    const sim::Gravity& gravity = config.scene.physics.gravity;
    GravityRow row;
    row.method = gravity.direct ? "direct" : gravity.quadrupole ? "tree" : "monopole";
    row.angle = gravity.opening_angle;
    row.count = config.bodies;
    return row;
}

GravityRow measure_gravity(const sim::WorldConfig& config, const GravityPlan& plan) {
    GravityRow row = planned_gravity(config);
    std::unique_ptr<sim::World> world;
    try {
        world = create_world(config);
        row.errors = errors_of(world->snapshot(), config.scene.physics, plan.samples);
    } catch (const Interrupted&) {
        return row;
    }

    std::vector<std::string> order;
    std::map<std::string, std::vector<double>> stages;
    std::vector<sim::StepReport> reports;
    for (uint64_t step = 0; step < plan.warmup + plan.frames && !interrupted(); ++step) {
        try {
            world->step(1);
        } catch (const Interrupted&) {
            break;
        }
        world->finish();
        reports.clear();
        world->poll(reports);
        if (step < plan.warmup) continue;
        for (const sim::StepReport& report : reports) {
            row.steps_ms.push_back(1e-3 * report.duration_us);
            std::map<std::string, double> own;
            for (const sim::StageTime& piece : report.stages) {
                const std::string_view name = stage_name(piece);
                if (!name.starts_with(kStage)) continue;
                const std::string stage(name.substr(kStage.size()));
                if (stages[stage].empty() && own.count(stage) == 0) order.push_back(stage);
                own[stage] += 1e-3 * piece.duration_us;
            }
            for (const auto& [stage, ms] : own) stages[stage].push_back(ms);
        }
    }
    row.step_ms = median(row.steps_ms);
    for (const std::string& stage : order) row.stages_ms.emplace_back(stage, median(stages[stage]));
    row.work = world->counters().gravity;
    return row;
}

}  // namespace app
