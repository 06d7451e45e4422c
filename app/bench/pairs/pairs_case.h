// One n and one kind: every broad phase and every rival finds the pairs of the same boxes in turns; every
// list is checked.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/bench/common/samples.h"
#include "app/bench/pairs/pairs_plan.h"

namespace app {

/// Measurements of one broad phase or rival on one set of boxes.
struct PairsRow {
    std::string kind, broad_phase;               // "auto: columns" where that was chosen
    sort::Backend backend = sort::Backend::cpu;  // a rival's is cpu
    uint32_t count = 0;
    bool rival = false;
    std::vector<double> samples_ms{};
    std::vector<sim::PairsFound::Stage> stages{};  // medians
    sim::Counters counters{};                      // a rival has pairs only
    uint64_t bytes = 0;                            // that the search holds; 0: not known
    std::string check{};                           // "ok: brute": what agreed; "timed out"
    std::string reason{};                          // why `auto` chose what it did
    std::vector<std::string> warnings{};

    bool measured() const { return !samples_ms.empty(); }
    double median_ms() const { return sort::median(samples_ms); }
    double min_ms() const { return fastest(samples_ms); }
    double noise() const { return sort::noise(samples_ms); }
    double pairs_per_s() const;
};

/// A broad phase that was not named and would take too long on these boxes.
struct LeftOut {
    std::string broad_phase, kind;
    uint32_t count;
    double tests;  // about
};

/// Rows in the order of the plan's contenders, then of its rivals. Adds to `left_out` who had no turn and
/// why. `tick` is called between samples. Once interrupted(), the rows that have samples, kNotChecked. Throws
/// CheckFailed, sort::OverLimit.
std::vector<PairsRow> measure_pairs_case(const PairsPlan& plan, const PairsCase& which,
                                         std::vector<LeftOut>& left_out, const std::function<void()>& tick);

}  // namespace app
