// Names of stages.
#include "app/profiler_stages.h"

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

}  // namespace app
