// `sweeplab bench compare`: two programs in turns, or two sets of reports, and what the rounds tell.
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/compare/compare_options.h"
#include "app/bench/compare/rounds_case.h"
#include "app/bench/compare/subject.h"
#include "app/measure/comparison.h"

namespace app {
namespace {

constexpr uint64_t kUsualRounds = 10, kMostRounds = 10'000;

constexpr const char* kLegend =
    "Each round runs both, in alternating order, and gives a ratio of medians. now/before: the median of these ratios; "
    "interval: order statistics of them, with 95 %. Cases that the first rounds do not call within noise are measured "
    "again by as many; all rounds of both then give one interval, with 99 %. slower, faster: it does not hold 1; within "
    "noise: no ratio beyond 1.025 in it; cannot tell: it is too wide; rounds to tell: about what --rounds would do.";

struct Subjects {
    std::unique_ptr<ComparedSubject> before, now;
    size_t rounds;
    bool programs;
};

Subjects subjects_of(const CompareOptions& options) {
    const std::vector<std::string>& words = options.subjects;
    if (words.size() < 2) {
        throw BadUsage(
            "bench compare: two programs with a command, or two lists of reports, are expected: `sweeplab bench compare "
            "OLD NEW -- profile --scene pile` or `sweeplab bench compare a.json,b.json c.json,d.json`");
    }
    if (words.size() > 2) {
        const std::vector<std::string> command(words.begin() + 2, words.end());
        const uint64_t rounds = options.rounds.value_or(kUsualRounds);
        if (rounds < 1 || rounds > kMostRounds)
            throw BadUsage("--rounds " + std::to_string(rounds) + ": 1 to " + std::to_string(kMostRounds) +
                           " are expected");
        return {program_subject(words[0], command), program_subject(words[1], command), rounds, true};
    }
    if (options.rounds || options.once)
        throw BadUsage("--rounds and --once belong to programs; reports are one round each");
    size_t before_count = 0, now_count = 0;
    Subjects subjects{report_subject(words[0], before_count), report_subject(words[1], now_count), 0, false};
    if (before_count != now_count) {
        throw BadUsage("bench compare: " + std::to_string(before_count) + " and " +
                       std::to_string(now_count) + " reports, where as many of both are expected");
    }
    subjects.rounds = now_count;
    return subjects;
}

/// Rounds of each look. Reports are looked at by halves, where there are enough.
struct Looks {
    size_t first, second;  // second 0: there is none

    bool are_two() const { return second > 0; }
};

Looks looks_of(const Subjects& subjects, const CompareOptions& options) {
    if (subjects.programs) return {subjects.rounds, options.once ? 0 : subjects.rounds};
    const size_t half = subjects.rounds / 2;
    return half >= kFewestRounds ? Looks{half, subjects.rounds - half} : Looks{subjects.rounds, 0};
}

/// A gate that could not fail, or for one odd look, is none.
void require_gate(const Subjects& subjects, const Looks& looks, const GateOptions& gate) {
    require_limit(gate);
    if (!gate.fail_above || (looks.are_two() && looks.first >= kFewestRounds)) return;
    throw BadUsage(
        subjects.programs
            ? "--fail-above: at least " + std::to_string(kFewestRounds) + " rounds without --once are needed"
            : "--fail-above: at least " + std::to_string(2 * kFewestRounds) + " reports of both are needed");
}

/// Says once what differs between the two beside what was changed.
void say_differences(const ComparedSubject& old, const SampleSet& before, const SampleSet& now) {
    for (const std::string& line : differences(before, now))
        std::cerr << "sweeplab: " << old.name() << ": " << line << '\n';
}

/// Runs one round, the two in an order that alternates.
void run_round(Subjects& subjects, size_t round, bool second_look, RoundsCases& to) {
    const bool before_first = round % 2 == 0;
    SampleSet before, now;
    if (before_first) before = subjects.before->run(round);
    now = subjects.now->run(round);
    if (!before_first) before = subjects.before->run(round);
    if (round == 0 && !second_look) say_differences(*subjects.before, before, now);
    to.add(before, now, round, second_look);
}

/// Runs all rounds but the first, which found out what is wrong with either. Suspects among programs, and all cases of
/// reports, get a second look.
void run_rounds(Subjects& subjects, const Looks& looks, const Tick& tick, RoundsCases& cases) {
    const double all = double(looks.first + looks.second);
    for (size_t round = 1; round < looks.first && !interrupted(); ++round) {
        run_round(subjects, round, false, cases);
        tick(double(round + 1) / all);
    }
    if (subjects.programs && !cases.has_suspects()) return;
    for (size_t round = looks.first; round < looks.first + looks.second && !interrupted(); ++round) {
        run_round(subjects, round, true, cases);
        tick(double(round + 1) / all);
    }
    if (subjects.programs) cases.settle();
}

std::string interval_text(const RoundsCase& row) {
    const MedianRatio ratio = row.ratio();
    if (!ratio.has_interval) return "-";
    char text[64];
    std::snprintf(text, sizeof text, "%.3f to %.3f", ratio.low, ratio.high);
    return text;
}

/// Lists the runs of a case: {"look": 1, "round": 0, "before_ms": 1.2, "now_ms": 1.3}.
Json runs_json(const RoundsCase& row) {
    Json runs = Json::array();
    for (int number = 1; number <= 2; ++number) {
        const RoundLook& look = number == 1 ? row.first : row.second;
        for (size_t i = 0; i < look.now_ms.size(); ++i)
            runs.push_back({{"look", number},
                            {"round", look.rounds[i]},
                            {"before_ms", look.before_ms[i]},
                            {"now_ms", look.now_ms[i]}});
    }
    return runs;
}

Fields<RoundsCase> fields_of(std::optional<double> fail_above) {
    using Row = RoundsCase;
    const auto of = [](auto member) {
        return [member](const Row& row) { return std::invoke(member, row.ratio()); };
    };
    const auto has_interval = of(&MedianRatio::has_interval);
    const auto result = [fail_above](const Row& row) {
        return fail_above && row.judged && row.ratio().above(*fail_above) ? std::string("regression")
                                                                          : row.verdict();
    };
    return {{{"case", 28, true}, "case", &Row::name},
            {{"before ms", 9}, "before_median_ms", of(&MedianRatio::before_ms), kMs},
            {{"now ms", 9}, "now_median_ms", of(&MedianRatio::now_ms), kMs},
            {{"now/before", 10}, "ratio", of(&MedianRatio::ratio), {1, 3}},
            {"low", value_if(has_interval, of(&MedianRatio::low))},
            {"high", value_if(has_interval, of(&MedianRatio::high))},
            {{"interval", 14}, "", interval_text},
            {{"rounds", 6}, "rounds", [](const Row& row) { return uint64_t(row.rounds()); }, kGrouped},
            {{"result", 12, true}, "result", result},
            {{"rounds to tell", 14}, "rounds_to_tell", &Row::needed, kGrouped},
            {"runs", runs_json}};
}

BenchReport<RoundsCase> report_of(const CompareOptions& options, const Subjects& subjects) {
    const Fields<RoundsCase> fields = fields_of(options.gate.fail_above);
    return {{"bench compare", subjects.before->name() + " (before), " + subjects.now->name() + " (now)"},
            fields,
            {"case,look,round,before_ms,now_ms", "runs"},
            [fields, compared = options.subjects](Json& report, std::span<const RoundsCase> rows) {
                report["compared"] = compared;
                report["cases"] = rows_json(fields, rows);
            }};
}

/// Throws CheckFailed where cases are regressions.
void fail_for(const std::vector<RoundsCase>& cases, const std::optional<double>& limit) {
    if (!limit) return;
    std::vector<std::string> names;
    for (const RoundsCase& one : cases) {
        if (one.judged && one.ratio().above(*limit)) names.push_back(one.name);
    }
    if (!names.empty()) fail_gate(*limit, "", join(names, "; "));
}

}  // namespace

int run_bench_compare(const CompareOptions& options) {
    Subjects subjects = subjects_of(options);
    const Looks looks = looks_of(subjects, options);
    require_gate(subjects, looks, options.gate);
    BenchOutputs{options};  // what is wrong with these comes before the first run
    RoundsCases cases(options.gate.judge);
    run_round(subjects, 0, false, cases);

    Bench<RoundsCase> bench(report_of(options, subjects), 1);
    bench.part = "comparison";
    bench.steps = "rounds";
    bench.steps_per_part = looks.first + looks.second;
    bench.measure = [&](size_t, const Tick& tick) {
        run_rounds(subjects, looks, tick, cases);
        return cases.cases();
    };
    bench.notes = [](std::ostream& out, auto&) { out << '\n' << note_line(kLegend); };
    run_bench(options, bench);
    fail_for(cases.cases(), options.gate.fail_above);
    return 0;
}

}  // namespace app
