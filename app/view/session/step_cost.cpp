// The cost of a step from small worlds: the search grows as its tests do, gravity's direct sum with the
// square of the bodies, everything else with the bodies.
#include "app/view/session/step_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/view/session/world_making.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

// Brute force needs 0.15 s for so many on two cores; what it needs on a device has not been measured.
constexpr uint32_t kQuickOnCpu = 16384, kQuickOnCuda = 262144;

constexpr uint32_t kSmallest = 2048, kGrowth = 4, kLargest = 131072;  // of the worlds that are tried
constexpr double kEnough_s = 0.01;                                    // a step that can be relied on
constexpr uint32_t kSteps = 3;                                        // the middle one counts
constexpr const char* kSearch = "sweep";              // the stage in which every broad phase makes its tests
constexpr const char* kDirectSum = "gravity/direct";  // how the names of its stages begin

struct Trial {
    double bodies = 0, tests = 0, search_s = 0, direct_s = 0, rest_s = 0;
    double step_s() const { return search_s + direct_s + rest_s; }

    double& time_of(const std::string& stage) {
        if (stage.substr(0, stage.find('/')) == kSearch) return search_s;
        return stage.starts_with(kDirectSum) ? direct_s : rest_s;
    }
};

Trial tried(const sim::WorldConfig& like, uint32_t bodies, const CreateWorld& create) {
    const auto world = create(with_bodies(like, bodies), nullptr);
    world->step(kSteps);
    world->finish();
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    std::vector<Trial> trials;
    for (const sim::StepReport& report : reports) {
        Trial trial{double(bodies), double(report.counters.tests)};
        for (const sim::StageTime& stage : report.stages)
            trial.time_of(stage.name) += stage.duration_us * 1e-6;
        trials.push_back(trial);
    }
    if (trials.empty()) return {};
    const auto middle = trials.begin() + static_cast<long>(trials.size() / 2);
    std::nth_element(trials.begin(), middle, trials.end(),
                     [](const Trial& a, const Trial& b) { return a.step_s() < b.step_s(); });
    return *middle;
}

std::string number(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// "20 billion"
std::string rough_count(double count) {
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit unit : {Unit{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}}) {
        const double share = count / unit.size;
        if (share >= 0.95) return number(share < 9.5 ? "%.2g" : "%.0f", share) + unit.name;
    }
    return sort::grouped(uint64_t(count));
}

/// How many times as many tests the world makes as the last of two trials; by the bodies where there are few
/// tests.
double test_growth(const Trial& before, const Trial& last, double larger) {
    if (before.tests < 1 || last.tests < 1) return larger;
    const double power = std::log(last.tests / before.tests) / std::log(last.bodies / before.bodies);
    return std::pow(larger, std::clamp(power, 1.0, 2.0));
}

std::string rough_time(double seconds) {
    if (seconds < 120) return number("%.0f s", seconds);
    if (seconds < 7200) return number("%.0f minutes", seconds / 60);
    return sort::grouped(uint64_t(seconds / 3600)) + " hours";
}

}  // namespace

StepCost foresee_step(const sim::WorldConfig& config, const CreateWorld& create) {
    const uint32_t quick = config.backend == sim::Backend::cuda ? kQuickOnCuda : kQuickOnCpu;
    if (config.bodies <= quick || config.broad_phase == sim::kAutoBroadPhase) return {};
    try {
        Trial before = tried(config, kSmallest, create), last = tried(config, kSmallest * kGrowth, create);
        for (uint32_t bodies = kSmallest * kGrowth * kGrowth;
             last.step_s() < kEnough_s && bodies <= std::min(kLargest, config.bodies / 2);
             bodies *= kGrowth) {
            before = last;
            last = tried(config, bodies, create);
        }
        if (last.bodies == 0 || before.bodies == 0) return {};
        const double larger = config.bodies / last.bodies, more_tests = test_growth(before, last, larger);
        const double direct_s = last.direct_s * larger * larger;
        return {last.rest_s * larger + last.search_s * more_tests + direct_s, last.tests * more_tests,
                direct_s};
    } catch (const std::exception&) {
        return {};  // what is wrong will be said when the world itself is made
    }
}

std::string describe(const StepCost& cost, const sim::WorldConfig& config) {
    const double bodies = config.bodies;
    const std::string work =
        cost.direct_s > cost.seconds / 2
            ? "the direct sum of gravity adds about " + rough_count(bodies * bodies) + " pulls per step"
            : "the broad phase " + config.broad_phase + " makes about " + rough_count(cost.tests) +
                  " box tests per step";
    return "With " + sort::grouped(config.bodies) + " bodies, " + work + ", and a step takes about " +
           rough_time(cost.seconds) + " here.";
}

}  // namespace app
