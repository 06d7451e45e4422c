#include "app/measure/profile/profile_samples.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace app {
namespace {

constexpr size_t kMostSamples = 300;

nlohmann::ordered_json thinned(const std::vector<double>& ms, size_t every) {
    nlohmann::ordered_json kept = nlohmann::ordered_json::array();
    for (size_t k = 0; k < ms.size(); k += every) kept.push_back(std::round(ms[k] * 1e6) / 1e6);
    return kept;
}

}  // namespace

void add_samples(nlohmann::ordered_json& report, const Profiler& profiler) {
    const std::vector<StageSeries> all = profiler.series();
    const size_t every = std::max<size_t>(1, (profiler.steps() + kMostSamples - 1) / kMostSamples);
    report["samples_every"] = every * profiler.samples_every();
    report["step"]["samples_ms"] = thinned(all.front().ms, every);
    for (nlohmann::ordered_json& stage : report["stages"]) {
        const auto own = std::find_if(all.begin() + 1, all.end(),
                                      [&](const StageSeries& one) { return stage["name"] == one.name; });
        // The profiler's own row is no stage of the step.
        stage["samples_ms"] = own == all.end() ? nlohmann::ordered_json::array() : thinned(own->ms, every);
    }
}

}  // namespace app
