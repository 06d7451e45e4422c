// What rounds gave for one case, and the verdict.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/compare/rounds.h"
#include "app/measure/sample_set.h"

namespace app {

/// Medians of the runs of one look, by round.
struct RoundLook {
    std::vector<size_t> rounds;
    std::vector<double> before_ms, now_ms;

    MedianRatio ratio() const { return ratio_over_rounds(before_ms, now_ms); }
};

struct RoundsCase {
    std::string name;
    NamedValues key;
    bool judged;              // --fail-above asks it
    RoundLook first, second;  // the second may be without rounds

    /// Does the first look not call the two the same?
    bool is_suspect() const { return verdict_text(first.ratio()) != "within noise"; }
    size_t rounds() const { return first.now_ms.size() + second.now_ms.size(); }
    /// Over the rounds of both looks, where there is a second one, with the interval of kTwoLooks.
    MedianRatio ratio() const;
    std::string verdict() const { return verdict_text(ratio()); }
    /// How many rounds a look would need for a verdict, where there is none.
    std::optional<uint64_t> needed() const;
};

/// The cases of all rounds.
class RoundsCases {
public:
    explicit RoundsCases(std::vector<std::string> judge) : judge_(std::move(judge)) {}

    /// Adds a round of a look. Throws BadUsage for a name of --judge that no case has, BadFile where the two have no case
    /// in common.
    void add(const SampleSet& before, const SampleSet& now, size_t round, bool second_look);

    bool has_suspects() const;
    const std::vector<RoundsCase>& cases() const { return cases_; }
    /// Once all rounds are added: drops second looks of cases that were no suspects.
    void settle();

private:
    std::vector<std::string> judge_;
    std::vector<RoundsCase> cases_;
};

}  // namespace app
