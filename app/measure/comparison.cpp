#include "app/measure/comparison.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/names.h"

namespace app {
namespace {

std::vector<std::string> changed(const NamedValues& before, const NamedValues& now) {
    std::vector<std::string> lines;
    for (size_t i = 0; i < before.size() && i < now.size(); ++i) {
        if (before[i] == now[i]) continue;
        lines.push_back(now[i].first + " was " + before[i].second + ", is " + now[i].second);
    }
    return lines;
}

const SampleCase* same_case(const SampleSet& set, const SampleCase& wanted) {
    const auto found = std::find_if(set.cases.begin(), set.cases.end(),
                                    [&](const SampleCase& one) { return one.key == wanted.key; });
    return found == set.cases.end() ? nullptr : &*found;
}

bool is_named(const SampleCase& one, const std::string& name) {
    return one.name() == name ||
           std::any_of(one.key.begin(), one.key.end(), [&](const auto& part) { return part.second == name; });
}

/// Returns the parts of a name that no case of the other set shares with any of these.
std::vector<std::string> never_the_same(const SampleSet& before, const SampleSet& now) {
    std::vector<std::string> parts;
    for (const auto& named_part : now.cases.front().key) {
        const std::string& part = named_part.first;
        const auto has = [&](const SampleCase& one, const std::string& wanted) {
            return std::any_of(one.key.begin(), one.key.end(),
                               [&](const auto& own) { return own.first == part && own.second == wanted; });
        };
        const bool shared = std::any_of(now.cases.begin(), now.cases.end(), [&](const SampleCase& one) {
            const auto own = std::find_if(one.key.begin(), one.key.end(),
                                          [&](const auto& named) { return named.first == part; });
            return own != one.key.end() &&
                   std::any_of(before.cases.begin(), before.cases.end(),
                               [&](const SampleCase& other) { return has(other, own->second); });
        });
        if (!shared) parts.push_back(part == "broad_phase" ? "broad phase" : part);
    }
    return parts;
}

}  // namespace

std::vector<std::string> Comparison::regressions(double limit) const {
    std::vector<std::string> names;
    for (const ComparedCase& one : cases) {
        if (one.judged && one.ratio.above(limit)) names.push_back(one.name);
    }
    return names;
}

bool is_judged(const SampleSet& set, const SampleCase& one, const std::vector<std::string>& judge) {
    if (judge.empty()) return set.kind != "profile" || one.name() == "step";
    return std::any_of(judge.begin(), judge.end(),
                       [&](const std::string& name) { return is_named(one, name); });
}

void require_cases(const SampleSet& set, const std::vector<std::string>& judge) {
    for (const std::string& name : judge) {
        if (std::any_of(set.cases.begin(), set.cases.end(),
                        [&](const SampleCase& one) { return is_named(one, name); }))
            continue;
        std::vector<std::string> known;
        for (const SampleCase& one : set.cases) known.push_back(one.name());
        throw BadUsage("--judge: " + unknown_name("case", name, known));
    }
}

Comparison compare(const SampleSet& before, const SampleSet& now, const std::vector<std::string>& judge) {
    Comparison result;
    const bool same_work = !now.steps.empty() && before.steps == now.steps;
    for (const SampleCase& newer : now.cases) {
        const SampleCase* older = same_case(before, newer);
        if (newer.ms.empty()) continue;  // listed below
        if (!older || older->ms.empty()) {
            result.only_now.push_back(newer.name());
            continue;
        }
        result.cases.push_back(
            {newer.name(), median_ratio(older->ms, newer.ms, same_work), is_judged(now, newer, judge)});
    }
    for (const SampleCase& older : before.cases) {
        const SampleCase* newer = same_case(now, older);
        if (!older.ms.empty() && (!newer || newer->ms.empty())) result.only_before.push_back(older.name());
    }
    return result;
}

std::string nothing_to_compare(const SampleSet& before, const SampleSet& now) {
    const std::vector<std::string> settings = changed(before.settings, now.settings);
    if (!settings.empty()) return join(settings, "; ");
    if (now.cases.empty()) return "";
    if (std::any_of(now.cases.begin(), now.cases.end(), [&](const SampleCase& one) {
            const SampleCase* older = same_case(before, one);
            return older && !older->ms.empty();
        }))
        return "";
    const std::vector<std::string> parts = never_the_same(before, now);
    if (!parts.empty()) return "no case with the same " + join(parts, " or ");
    std::vector<std::string> all;
    for (const auto& [part, value] : now.cases.front().key) all.push_back(part);
    return "no case with the same " + join(all) + " at once";
}

std::vector<std::string> differences(const SampleSet& before, const SampleSet& now) {
    std::vector<std::string> lines;
    if (before.machine != now.machine) lines.push_back("made on another machine: " + before.machine);
    for (const std::string& one : changed(before.noted, now.noted)) lines.push_back(one);
    return lines;
}

}  // namespace app
