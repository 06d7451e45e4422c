// Names of stages.
#include "app/measure/profile/profiler_stages.h"

#include <algorithm>
#include <string_view>

#include "sort/base/numbers.h"

namespace app {

std::string_view stage_name(const sim::StageTime& piece) {
    // Nearly all of a step with meshes: its parts are stages of their own.
    const std::string_view name = piece.name, stage = sim::stage_of(name);
    return stage == "narrow" ? name : stage;
}

SortWork sort_work(const sim::StepReport& step) {
    SortWork work;
    bool inside = false;
    for (const sim::StageTime& piece : step.stages) {
        const bool before = inside;
        inside = stage_name(piece) == "sort";
        if (!inside) continue;
        if (!before) {
            work.sorts++;
            work.keys += piece.items;
        }
        work.us += piece.duration_us;
    }
    return work;
}

sim::StepReport sort_parts(const sim::StepReport& step) {
    constexpr std::string_view kSorts[] = {"sort/x/", "sort/y/", "sort/z/", "sort/"};
    sim::StepReport parts = step;
    parts.stages.clear();
    for (const sim::StageTime& piece : step.stages) {
        const auto sort = std::find_if(std::begin(kSorts), std::end(kSorts),
                                       [&](std::string_view name) { return piece.name.starts_with(name); });
        if (sort == std::end(kSorts)) continue;
        sim::StageTime part = piece;
        part.name.erase(0, sort->size());
        if (part.name.size() == 1) continue;  // an axis, sorted as a whole
        std::replace(part.name.begin(), part.name.end(), '/', ' ');
        parts.stages.push_back(std::move(part));
    }
    return parts;
}

std::span<const std::string_view> stages_of_sorting() {
    static constexpr std::string_view kStages[] = {"keys", "sort", "reorder"};
    return kStages;
}

std::span<const char* const> sort_paths_of(const std::string& engine) {
    const sort::Engine* found = sort::find_engine(engine);
    return found ? found->paths : std::span<const char* const>();
}

std::string sort_path_name(std::span<const char* const> names, uint32_t path) {
    return path < names.size() ? names[path] : "path " + std::to_string(path);
}

/// Pairs that blocks of any GPU of today hold at once, so that no sort of them migrates.
constexpr uint32_t kNeverMigrate = 1u << 18;
constexpr std::string_view kMigration = "migration";

std::string path_reason(const sim::Counters& step, const std::string& engine, uint32_t bodies) {
    const sort::Engine* found = sort::find_engine(engine);
    if (!found || found->paths.empty() || step.sorts == 0) return "";
    const std::string descents =
        sort::grouped(step.descents) + (step.descents == 1 ? " descent" : " descents");
    if (step.descents == 0) return "in order: no descent";
    if (!found->most_movers || step.sorts > 1) return descents;
    const uint32_t most = found->most_movers(bodies);
    const std::string limit = sort::grouped(most) + " misplaced pairs";
    if (measures_shift(step)) {
        if (sort_path_name(found->paths, step.sort_path[0]) == kMigration)
            return descents + "; more pairs than blocks hold: misplaced ones migrate to their tiles";
        if (step.sort_movers == 0) return descents + ", near their places";
        return descents + "; at most " + limit + " are moved one by one";
    }
    if (step.columns_changed != 0) return descents + ": the columns have changed";
    const bool may_migrate =
        bodies > kNeverMigrate && std::ranges::find(found->paths, kMigration) != found->paths.end();
    if (2 * uint64_t{step.descents} > most && !may_migrate)
        return descents + ": more than " + limit + " are not worth a repair";
    return descents + ": a repair failed, or was not tried after two that failed";
}

}  // namespace app
