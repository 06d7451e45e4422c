// Names of stages.
#include "app/measure/profiler_stages.h"

namespace app {

std::string_view stage_name(const sim::StageTime& piece) {
    const std::string_view name = piece.name;
    return name.substr(0, name.find('/'));
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

}  // namespace app
