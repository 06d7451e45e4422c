#include "app/bench/compare/rounds_case.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/measure/comparison.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const SampleCase* with_key(const SampleSet& set, const NamedValues& key) {
    const auto found = std::find_if(set.cases.begin(), set.cases.end(),
                                    [&](const SampleCase& one) { return one.key == key; });
    return found == set.cases.end() || found->ms.empty() ? nullptr : &*found;
}

}  // namespace

MedianRatio RoundsCase::ratio() const {
    return ratio_over_rounds(joined(first.before_ms, second.before_ms), joined(first.now_ms, second.now_ms));
}

std::string RoundsCase::verdict() const {
    const MedianRatio all = ratio(), one = first.ratio();
    if (second.now_ms.empty()) return verdict_text(one);
    const MedianRatio other = second.ratio();
    if (one.slower() && other.slower()) return "slower";
    if (one.faster() && other.faster()) return "faster";
    return all.same() ? "within noise" : "cannot tell";
}

bool RoundsCase::above(double limit) const {
    return first.ratio().above(limit) && (second.now_ms.empty() || second.ratio().above(limit));
}

std::optional<uint64_t> RoundsCase::needed() const {
    if (verdict() == "-") return kFewestRounds;
    if (verdict() != "cannot tell") return std::nullopt;
    return rounds_needed(ratio(), rounds());
}

void RoundsCases::add(const SampleSet& before, const SampleSet& now, bool second_look) {
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
