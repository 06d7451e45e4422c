// Two sets of samples, case by case.
#pragma once
#include <string>
#include <vector>

#include "app/measure/median_ratio.h"
#include "app/measure/sample_set.h"

namespace app {

struct ComparedCase {
    std::string name;
    MedianRatio ratio;
    bool judged;  // --fail-above asks it
};

struct Comparison {
    std::vector<ComparedCase> cases;  // that both have, in the newer set's order
    std::vector<std::string> only_before, only_now;

    /// Slower by more than `limit`, the whole interval: what --fail-above fails for.
    std::vector<std::string> regressions(double limit) const;
};

/// `judge`: names of cases, or parts of their keys, that --fail-above asks; none: of `profile` the step, of others all.
Comparison compare(const SampleSet& before, const SampleSet& now, const std::vector<std::string>& judge = {});

/// Does --fail-above ask this case?
bool is_judged(const SampleSet& set, const SampleCase& one, const std::vector<std::string>& judge);

/// Throws BadUsage for a name that no case of the set has.
void require_cases(const SampleSet& set, const std::vector<std::string>& judge);

/// Returns why none of the newer set's cases can be compared: "--seed was 3, is 1", "no case with the same
/// input or n"; "" if some can, or if it has no cases yet and the settings are the same.
std::string nothing_to_compare(const SampleSet& before, const SampleSet& now);

/// Returns the settings in which the two differ although their cases are compared: "engine was cpu-adaptive,
/// is cpu-radix", "made on another machine: ...".
std::vector<std::string> differences(const SampleSet& before, const SampleSet& now);

}  // namespace app
