// Thinning of a profiler without a window that has more steps than it keeps: of every n in a row one stays, by fixed
// random numbers, since steps may have a rhythm. Of those that go, what is exact without them is summed first.
#include <algorithm>

#include "app/measure/profile/profiler.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

/// Returns a random number that depends on its arguments alone, without a pattern (the last steps of MurmurHash3).
uint64_t random_of(uint64_t block, uint64_t every) {
    uint64_t x = block * 0x9e3779b97f4a7c15u + every;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/// Keeps one of each two neighbours: the second where second(k) says so.
template <class T, class Second>
void halve(std::deque<T>& all, Second second) {
    for (size_t k = 0; 2 * k + 1 < all.size(); ++k) all[k] = all[2 * k + (second(k) ? 1 : 0)];
    all.resize(all.size() / 2);
}

}  // namespace

void DroppedTimes::add(double ms) {
    if (ms <= 0) return;
    min_ms = count++ == 0 ? ms : std::min(min_ms, ms);
    max_ms = std::max(max_ms, ms);
    sum_ms += ms;
    sum_of_squares += ms * ms;
}

/// The last step has just been added: it may be one too many, or the one that fills the memory.
void Profiler::thin_out() {
    const uint64_t number = added_ - 1, block = number / every_;
    const size_t before = steps_.size() - 1;
    if (block < before || number % every_ != random_of(block, every_) % every_) {
        drop(before);
        cut(before);
        return;
    }
    if (steps_.size() < most_) return;
    const auto second = [&](size_t k) { return (random_of(k, every_) & 1) != 0; };
    for (size_t k = 0; 2 * k + 1 < steps_.size(); ++k) drop(2 * k + (second(k) ? 0 : 1));
    halve(steps_, second);
    for (Column& column : columns_) {
        halve(column.ms, second);
        halve(column.bytes, second);
    }
    every_ *= 2;
}

/// Sums what is exact without step k, which goes.
void Profiler::drop(size_t k) {
    const Step& step = steps_[k];
    dropped_steps_.add(step.duration_us / 1000);
    dropped_own_.add(step.profiler_us / 1000);
    for (Column& column : columns_) column.dropped.add(column.ms[k]);
    double sorting_ms = 0;
    for (const Column* column : columns_of_sorting()) sorting_ms += column->ms[k];
    dropped_sorting_.add(sorting_ms);
    name_paths(dropped_sorts_);
    count_sorts(dropped_sorts_, step);
}

/// Keeps the first `steps` steps. Allocates nothing.
void Profiler::cut(size_t steps) {
    while (steps_.size() > steps) steps_.pop_back();
    for (Column& column : columns_) {
        while (column.ms.size() > steps) column.ms.pop_back();
        while (column.bytes.size() > steps) column.bytes.pop_back();
    }
    const auto half_made = [&](const Column& c) { return c.ms.size() < steps || c.bytes.size() < steps; };
    std::erase_if(columns_, half_made);
}

std::vector<const Profiler::Column*> Profiler::columns_of_sorting() const {
    std::vector<const Column*> columns;
    for (const std::string_view stage : stages_of_sorting()) {
        const auto is = [&](const Column& column) { return column.stage == stage; };
        const auto found = std::find_if(columns_.begin(), columns_.end(), is);
        if (found != columns_.end()) columns.push_back(&*found);
    }
    return columns;
}

void Profiler::name_paths(SortSummary& summary) const {
    while (summary.paths.size() < path_names_.size())
        summary.paths.push_back({path_names_[summary.paths.size()], 0});
}

void Profiler::count_sorts(SortSummary& summary, const Step& step) {
    summary.max_windows = std::max(summary.max_windows, step.windows);  // none is less than 0
    summary.max_movers = std::max(summary.max_movers, step.movers);
    summary.max_shift = std::max(summary.max_shift, step.max_shift);
    for (uint32_t k = 0; k < step.sorts; ++k) {
        if (step.path[k] < summary.paths.size()) ++summary.paths[step.path[k]].sorts;
    }
}

}  // namespace app
