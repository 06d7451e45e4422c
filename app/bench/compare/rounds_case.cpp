#include "app/bench/compare/rounds_case.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/measure/comparison.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

const SampleCase* with_key(const SampleSet& set, const NamedValues& key) {
    const auto found = std::find_if(set.cases.begin(), set.cases.end(),
                                    [&](const SampleCase& one) { return one.key == key; });
    return found == set.cases.end() || found->ms.empty() ? nullptr : &*found;
}

}  // namespace

MedianRatio RoundsCase::ratio() const {
    if (second.now_ms.empty()) return first.ratio();
    RoundLook both = first;
    both.before_ms.insert(both.before_ms.end(), second.before_ms.begin(), second.before_ms.end());
    both.now_ms.insert(both.now_ms.end(), second.now_ms.begin(), second.now_ms.end());
    return ratio_over_rounds(both.before_ms, both.now_ms, kTwoLooks);
}

std::optional<uint64_t> RoundsCase::needed() const {
    const std::string result = verdict();
    if (result == "-" && first.now_ms.size() < kFewestRounds) return kFewestRounds;
    if (result != "cannot tell") return std::nullopt;
    const uint64_t all = rounds_needed(ratio(), rounds());
    return second.now_ms.empty() ? all : (all + 1) / 2;
}

void RoundsCases::add(const SampleSet& before, const SampleSet& now, size_t round, bool second_look) {
    if (cases_.empty()) {
        require_cases(now, judge_);
        const std::string nothing = nothing_to_compare(before, now);
        if (!nothing.empty()) throw BadFile("there is nothing to compare: " + nothing);
        for (const SampleCase& one : now.cases) {
            if (with_key(before, one.key))
                cases_.push_back({one.name(), one.key, is_judged(now, one, judge_), {}, {}});
        }
    }
    for (RoundsCase& one : cases_) {
        const SampleCase *older = with_key(before, one.key), *newer = with_key(now, one.key);
        if (!older || !newer) continue;  // not measured this time
        RoundLook& look = second_look ? one.second : one.first;
        look.rounds.push_back(round);
        look.before_ms.push_back(sort::median(older->ms));
        look.now_ms.push_back(sort::median(newer->ms));
    }
}

bool RoundsCases::has_suspects() const {
    return std::any_of(cases_.begin(), cases_.end(), [](const RoundsCase& one) { return one.is_suspect(); });
}

void RoundsCases::settle() {
    for (RoundsCase& one : cases_) {
        if (!one.is_suspect()) one.second = {};
    }
}

}  // namespace app
