#include "app/measure/profile/sort_dots.h"

#include <cmath>

#include "app/measure/profile/profiler_stages.h"

namespace app {

std::vector<SortDot> sort_dots(const std::deque<sim::StepReport>& steps) {
    std::vector<SortDot> dots;
    for (const sim::StepReport& step : steps) {
        const sim::Counters& counters = step.counters;
        const SortWork work = sort_work(step);
        if (work.sorts == 0) continue;
        SortDot dot{
            step.step, work.us / 1000, counters.descents, {}, counters.sorts ? counters.sort_path[0] : 0};
        if (measures_shift(counters)) dot.movers = counters.sort_movers;
        dots.push_back(dot);
    }
    return dots;
}

double LogAxis::share_of(double value) const {
    const double from = std::log1p(std::fmax(least, 0)), to = std::log1p(std::fmax(most, least + 1));
    return (std::log1p(std::fmax(value, 0)) - from) / (to - from);
}

}  // namespace app
