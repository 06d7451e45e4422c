// Which stage has which colour. More than five colours cannot be told apart, so only the four largest stages
// have one of their own; a stage loses its colour only to one that is clearly larger.
#include <algorithm>

#include "app/panels/panels.h"

namespace app {
namespace {

constexpr size_t kColoured = 4;
constexpr double kClearlyLarger = 1.5;

double median_of(const std::vector<StageSummary>& stages, const std::string& name) {
    for (const StageSummary& stage : stages) {
        if (stage.name == name) return stage.p50_ms;
    }
    return -1;
}

}  // namespace

void update_stage_colours(UiState& ui, const std::vector<StageSummary>& stages) {
    auto& largest = ui.largest_stages;
    if (largest.empty()) {
        std::vector<StageSummary> sorted = stages;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const StageSummary& a, const StageSummary& b) { return a.p50_ms > b.p50_ms; });
        for (const StageSummary& stage : sorted) {
            if (largest.size() < kColoured) largest.push_back(stage.name);
        }
    }
    for (const StageSummary& stage : stages) {
        if (std::find(largest.begin(), largest.end(), stage.name) != largest.end()) continue;
        if (largest.size() < kColoured) {
            largest.push_back(stage.name);
            continue;
        }
        const auto smaller = [&stages](const std::string& a, const std::string& b) {
            return median_of(stages, a) < median_of(stages, b);
        };
        const auto least = std::min_element(largest.begin(), largest.end(), smaller);
        if (stage.p50_ms > kClearlyLarger * median_of(stages, *least)) *least = stage.name;
    }
}

ImU32 stage_colour(const UiState& ui, const std::string& name) {
    const auto found = std::find(ui.largest_stages.begin(), ui.largest_stages.end(), name);
    return colours::kCategories[std::min<size_t>(static_cast<size_t>(found - ui.largest_stages.begin()),
                                                 kColoured)];
}

}  // namespace app
