#include "app/bench/common/baseline.h"

#include <algorithm>
#include <iostream>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/field.h"
#include "app/bench/common/samples.h"

namespace app {
namespace {

constexpr size_t kNamedCases = 5;  // of a list in a sentence

std::string some_of(const std::vector<std::string>& names) {
    const std::vector<std::string> first(names.begin(),
                                         names.begin() + ptrdiff_t(std::min(names.size(), kNamedCases)));
    const std::string more =
        names.size() > kNamedCases ? " and " + std::to_string(names.size() - kNamedCases) + " more" : "";
    return join(first, "; ") + more;
}

std::string interval_text(const MedianRatio& ratio) {
    if (!ratio.has_interval) return "-";
    return fixed_text(ratio.low, 3) + " to " + fixed_text(ratio.high, 3);
}

std::string noise_text(const MedianRatio& ratio) {
    const auto text = [](double noise, size_t samples) {
        return samples < kLeastForNoise ? "-" : fixed_text(100 * noise, 1);
    };
    return text(ratio.noise_before, ratio.samples_before) + " / " + text(ratio.noise_now, ratio.samples_now);
}

std::string samples_text(const MedianRatio& ratio) {
    return std::to_string(ratio.samples_before) + " / " + std::to_string(ratio.samples_now);
}

constexpr const char* kCompareLegend =
    "now/before: ratio of the medians; where both did the same steps, median of the ratios step by step. 95 % interval: where that ratio lies, judged by all samples of both; it is "
    "wider where neighbouring samples resemble each other, and - with fewer than 5 samples. within noise: the "
    "interval holds 1 and no ratio beyond 1.025 either way; cannot tell: it holds 1, but is too wide for that. noise %: half the interquartile range over the median, before / now, - with fewer than 10 samples. Changes from run to "
    "run, as of the clock rate, are in no interval: repeat both.";

/// Lists what is reported of a case, which is a regression beyond `fail_above`.
Fields<ComparedCase> fields_of(const std::vector<ComparedCase>& cases, std::optional<double> fail_above) {
    using Row = ComparedCase;
    const auto of = [](auto member) {
        return [member](const Row& row) { return std::invoke(member, row.ratio); };
    };
    const auto has_interval = of(&MedianRatio::has_interval);
    const auto ratio = of(&MedianRatio::ratio);
    const auto result = [fail_above](const Row& row) {
        const bool beyond = fail_above && row.judged && row.ratio.above(*fail_above);
        return beyond ? "regression" : verdict_text(row.ratio);
    };
    return {{{"case", widest(cases, &Row::name), true}, "case", &Row::name},
            {{"before ms", 9}, "before_median_ms", of(&MedianRatio::before_ms), kMs},
            {{"now ms", 9}, "now_median_ms", of(&MedianRatio::now_ms), kMs},
            {{"now/before", 10}, "", value_if(ratio, ratio), {1, 3}},
            {"ratio", ratio},
            {"low", value_if(has_interval, of(&MedianRatio::low))},
            {"high", value_if(has_interval, of(&MedianRatio::high))},
            {{"95 % interval", 14}, "", of(interval_text)},
            {{"noise %", 11, false, 1}, "", of(noise_text)},
            {{"samples", 11, false, 2}, "", of(samples_text)},
            {{"result", 11, true}, "", result},
            {"result", of(verdict_text)}};
}

}  // namespace

void baseline_flags(Flags& flags, BaselineOptions& options) {
    flags.text("--baseline,--compare", "FILE",
               "an older --json of this command: adds a table of differences, with 95 % intervals",
               options.file, Flags::Names::input);
    gate_flags(flags, options, "with --baseline: ");
}

Baseline::Baseline(const BaselineOptions& options, const std::string& command)
    : path_(options.file), fail_above_(options.fail_above), judge_(options.judge) {
    if (path_.empty() && fail_above_) throw BadUsage("--fail-above: --baseline FILE is expected beside it");
    require_limit(options);
    if (path_.empty()) return;
    before_ = load_samples(path_, command);
    require_cases(*before_, judge_);
}

void Baseline::require_comparable(const nlohmann::ordered_json& planned) const {
    const SampleSet now = samples_of(planned, "the report");
    const std::string nothing = nothing_to_compare(*before_, now);
    if (!nothing.empty()) throw BadFile(path_ + " has nothing to compare with: " + nothing);
    for (const std::string& line : differences(*before_, now))
        std::cerr << "sweeplab: " << path_ << ": " << line << '\n';
}

void Baseline::compare_with(nlohmann::ordered_json& report) {
    const SampleSet now = samples_of(report, "the report");
    found_ = compare(*before_, now, judge_);
    nothing_ = found_.cases.empty() ? nothing_to_compare(*before_, now) : "";
    report["comparison"] = {
        {"baseline", path_},
        {"from", before_->from},
        {"cases", rows_json(fields_of({}, {}), std::span<const ComparedCase>(found_.cases))}};
}

void Baseline::print(std::ostream& out, TableForm form) const {
    out << '\n'
        << note_line("compared with " + path_ + (before_->from.empty() ? "" : " (" + before_->from + ")") +
                     ":")
        << '\n';
    const Fields<ComparedCase> fields = fields_of(found_.cases, fail_above_);
    Table table(out, columns_of(fields), form);
    for (const ComparedCase& one : found_.cases) table.row(cells_of(fields, one));
    if (!found_.cases.empty()) out << '\n' << note_line(kCompareLegend);
    if (!found_.only_now.empty()) out << note_line("not in the baseline: " + some_of(found_.only_now));
    if (!found_.only_before.empty()) out << note_line("only in the baseline: " + some_of(found_.only_before));
}

void Baseline::check() const {
    if (!before_) return;
    if (found_.cases.empty()) {
        throw BadFile(path_ + " has nothing to compare with: " +
                      (nothing_.empty() ? "none of its cases was measured" : nothing_));
    }
    if (!fail_above_) return;
    const std::vector<std::string> slower = found_.regressions(*fail_above_);
    if (slower.empty()) return;
    fail_gate(*fail_above_, std::to_string(slower.size()) + " of " + counted(found_.cases.size(), "case"),
              some_of(slower));
}

}  // namespace app
