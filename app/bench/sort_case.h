// One n and one input: the keys are made, every engine sorts them in turns, every result is checked.
#pragma once
#include <map>

#include "app/bench/sort_plan.h"

namespace app {

/// What was measured of one engine on one input. No samples: the time was over before its turn.
struct SortRow {
    std::string engine, input;
    sort::Backend backend = sort::Backend::cpu;
    uint32_t count = 0;
    std::vector<double> samples_ms;
    uint32_t passes_run = 0, passes_skipped = 0;
    uint64_t bytes = 0;    // moved by the run, by the engine's own model
    double copy_rate = 0;  // bytes a second of a copy as large as the keys and values
    std::string check;     // "ok", "ok, unstable"
    std::vector<std::string> warnings;
    double before_ms = 0;  // the median of the baseline; 0: none

    double median_ms() const;
    double min_ms() const;
    double noise() const;
    double keys_per_s() const;
    double bytes_per_s() const;
};

/// Copy rates by backend and size, measured once each.
class CopyRates {
public:
    double of(sort::Backend backend, size_t bytes);

private:
    std::map<std::pair<sort::Backend, size_t>, double> rates_;
};

/// Rows in the order of the plan's engines. `tick` is called between samples. Throws CheckFailed,
/// Interrupted, sort::OverLimit.
std::vector<SortRow> measure_sort_case(const SortPlan& plan, uint32_t count, const std::string& input,
                                       CopyRates& rates, const std::function<void()>& tick);

}  // namespace app
