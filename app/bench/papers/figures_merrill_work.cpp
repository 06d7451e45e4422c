// Merrill and Grimshaw 2011, figures 12 to 18: where time and bytes go inside a sort, by the width of a
// digit. The paper counts thread-cycles and transactions with the GPU's counters. Here bytes are those of the
// engines' own models and times are taken between stages.
#include <algorithm>
#include <numeric>

#include "app/base/text/names.h"
#include "app/bench/papers/figures_merrill.h"
#include "app/bench/papers/reasons.h"

namespace app {
namespace {

constexpr double kMemoryBound = 0.8;  // share of the copy rate from which memory is what a stage waits for
const SizeRange kDigits = {1, 5, "bits"};
constexpr const char* kCycles = "the GPU's cycle counters (a profiler)";

/// The stages of one variant, per pair.
struct Work {
    std::string label;
    uint32_t count = 0;
    std::vector<StageShare> stages;

    double bytes() const {
        double sum = 0;
        for (const StageShare& stage : stages) sum += static_cast<double>(stage.bytes);
        return sum;
    }
    /// Returns the bytes that the paper counts.
    double bytes_of_passes() const {
        double sum = 0;
        for (const StageShare& stage : stages) sum += is_of_a_pass(stage.name) ? double(stage.bytes) : 0;
        return sum;
    }
    /// Returns the times of all stages together, ms, one per run.
    std::vector<double> samples_ms() const {
        std::vector<double> sum;
        for (const StageShare& stage : stages) {
            sum.resize(stage.samples_ms.size());
            for (size_t i = 0; i < sum.size(); ++i) sum[i] += stage.samples_ms[i];
        }
        return sum;
    }
};

std::vector<Work> all_work(Lab& lab, FigureResult& result) {
    std::vector<Rival> rivals = digit_rivals();
    rivals.push_back({"satish", "satish"});
    const auto keys = lab.keys("uniform", lab.size(24));
    std::vector<Work> all;
    for (const Rival& rival : rivals) {
        Work work{rival.label, 0, {}};
        work.stages = stage_shares(lab, result, rival, *keys, true, kNoOrderCheck, &work.count);
        if (work.stages.empty()) {
            FigureResult reasons;
            lab.present({rival}, reasons);
            result.note(reasons.notes.empty() ? rival.label + ": no stages" : reasons.notes[0]);
        } else {
            all.push_back(std::move(work));
        }
    }
    return all;
}

double seconds(const std::vector<double>& samples_ms) { return sort::median(samples_ms) * 1e-3; }

/// What the time of a sort consists of, as a reason.
std::string stages_text(const Work& work, double copy_rate) {
    std::vector<TimePart> parts;
    for (const StageShare& stage : work.stages) {
        if (stage.samples_ms.empty()) continue;
        const double s = seconds(stage.samples_ms);
        parts.push_back({stage.name, s * 1e3, static_cast<double>(stage.bytes) / s / copy_rate});
    }
    const std::string text = by_parts(std::move(parts));
    return text.empty() ? "" : work.label + ", " + text;
}

/// "4 bits: 160 bytes per pair in 8 passes"
std::string bytes_text(const Work& work) {
    int passes = 0;
    for (const StageShare& stage : work.stages) passes = std::max(passes, stage.passes);
    return work.label + ": " + short_number(work.bytes_of_passes() / work.count) + " bytes per pair in " +
           counted(uint64_t(passes), "pass", "passes");
}

const Work* find_work(const std::vector<Work>& all, const std::string& label) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Work& work) { return work.label == label; });
    return found == all.end() ? nullptr : &*found;
}

/// A bar a stage and pass: y(stage) over the number of its passes.
template <class Y>
Chart stage_chart(const std::string& title, const Axis& axis, const std::vector<Work>& all, Y y) {
    Chart chart{title, {"digit", ""}, axis, true};
    for (const Work& work : all) {
        double place = 1;
        for (const StageShare& stage : work.stages) {
            auto series = chart.series.begin();
            while (series != chart.series.end() && series->name != stage.name) ++series;
            if (series == chart.series.end()) {
                chart.series.push_back({stage.name, {}});
                series = chart.series.end() - 1;
            }
            const double value = y(work, stage);
            if (value > 0) series->points.push_back({work.label, place++, value, value, {}});
        }
    }
    return chart;
}

Chart whole_chart(const std::string& title, const std::string& series, const Axis& axis) {
    return {title, {"digit", ""}, axis, true, {{series, {}}}};
}

void add_whole(Chart& chart, const Work& work, double y, double copy_rate) {
    const double place = static_cast<double>(chart.series[0].points.size() + 1);
    Point point{work.label, place, y, y, work.samples_ms(), work.bytes() / work.count};
    if (!point.samples_ms.empty()) point.copy_share = work.bytes() / seconds(point.samples_ms) / copy_rate;
    chart.series[0].points.push_back(point);
}

void throughput(Lab& lab, FigureResult& result) {
    Chart chart = whole_chart("Bytes moved a second, pairs", "all stages", {"bytes of the model", "GB/s"});
    const auto all = all_work(lab, result);
    for (const Work& work : all) {
        if (work.samples_ms().empty()) continue;
        add_whole(chart, work, work.bytes() / seconds(work.samples_ms()) * 1e-9, lab.copy_rate());
    }
    const double copy = lab.copy_rate() * 1e-9;
    result.note("a plain copy moves " + short_number(copy) + " GB/s here, read and written both counted");
    const auto four = ratio(y_at(chart, "all stages", digit_label(4)), copy);
    const Work* const its = find_work(all, digit_label(4));
    // 490 million pairs/s (table 2) times 8 passes of 20 bytes, over the middle of 136 to 149 GB/s.
    result.verdicts.push_back(
        judge({"4-bit digits, share of the copy rate",
               share(0.44, 0.66, "0.55, from its rate, its model's bytes and the GTX 285's 142 GB/s")},
              one_row(four, its ? stages_text(*its, lab.copy_rate()) : "")));
    result.verdicts.push_back(
        not_tested("3-bit and 4-bit digits use over 94 % of the thread-cycles (figure 12)", kCycles));
    result.charts.push_back(std::move(chart));
}

void time_a_pair(Lab& lab, FigureResult& result) {
    Chart chart = whole_chart("Time a pair", "all stages", {"time a pair", "ns"});
    for (const Work& work : all_work(lab, result)) {
        if (work.samples_ms().empty()) continue;
        add_whole(chart, work, seconds(work.samples_ms()) * 1e9 / work.count, lab.copy_rate());
    }
    const auto over_four = [&](const std::string& label, const std::string& verdict, const Bound& bound) {
        result.verdicts.push_back(
            judge({verdict + " over 4-bit digits, time in place of thread-cycles", bound},
                  place_rows(chart, "all stages", label, digit_label(4))));
    };
    over_four("satish", named(paper_rival("cudpp")), gain(2.7, 2.7));
    over_four(digit_label(5), "5-bit digits", gain("more again with 5 bits"));
    result.charts.push_back(std::move(chart));
}

void bytes_a_pair(Lab& lab, FigureResult& result) {
    Chart chart = whole_chart("Bytes a pair, all passes", "all stages", {"bytes moved a pair", "bytes"});
    uint32_t count = 0;
    const auto all = all_work(lab, result);
    for (const Work& work : all) {
        count = work.count;
        add_whole(chart, work, work.bytes() / work.count, lab.copy_rate());
        chart.series[0].points.back().samples_ms.clear();  // counted, not timed
    }
    const auto over = [&](const std::string& a, const std::string& b) -> std::vector<ClaimRow> {
        const Work *of_a = find_work(all, a), *of_b = find_work(all, b);
        if (!of_a || !of_b) return {};
        return one_row(ratio(of_a->bytes_of_passes(), of_b->bytes_of_passes()),
                       bytes_text(*of_a) + "; " + bytes_text(*of_b));
    };
    std::vector<ClaimRow> cudpp = over("satish", digit_label(4));
    for (ClaimRow& row : cudpp) row.at = count_text(count), row.n = count;
    const SizeRange many_tiles = {1 << 16, HUGE_VAL};  // a block sorts few pairs without a pass
    result.verdicts.push_back(judge(
        {named(paper_rival("cudpp")) + " over 4-bit digits, bytes", gain(1.6, 1.6), many_tiles}, cudpp));
    std::vector<ClaimRow> falls;
    for (int bits = 2; bits <= 5; ++bits) {
        for (ClaimRow& row : over(digit_label(bits - 1), digit_label(bits))) {
            row.at = std::to_string(bits), row.n = bits;
            falls.push_back(std::move(row));
        }
    }
    result.verdicts.push_back(
        judge({"bytes with a bit less over bytes with it", gain("less with each bit"), kDigits}, falls));
    result.charts.push_back(std::move(chart));
}

/// One pass in the two kernels that scan; none where it was not measured.
std::optional<ScanTime> scanning_time(const std::vector<Work>& all, int bits, double copy_rate) {
    const Work* const work = find_work(all, digit_label(bits));
    if (!work) return std::nullopt;
    double sum_ns = 0, bytes = 0;
    for (const StageShare& stage : work->stages) {
        if (stage.name != "upsweep" && stage.name != "downsweep") continue;
        if (stage.samples_ms.empty()) return std::nullopt;
        sum_ns += seconds(stage.samples_ms) * 1e9 / work->count / stage.passes;
        bytes += static_cast<double>(stage.bytes) / work->count / stage.passes;
    }
    if (sum_ns <= 0) return std::nullopt;
    return ScanTime{sum_ns, bytes / (sum_ns * 1e-9) / copy_rate};
}

void stage_times(Lab& lab, FigureResult& result) {
    const auto all = all_work(lab, result);
    result.charts.push_back(stage_chart("Time a pair and pass, by stage", {"time a pair", "ns"}, all,
                                        [](const Work& work, const StageShare& stage) {
                                            if (stage.samples_ms.empty()) return 0.0;
                                            return seconds(stage.samples_ms) * 1e9 / work.count /
                                                   stage.passes;
                                        }));
    const auto pass = [&](int bits) { return scanning_time(all, bits, lab.copy_rate()); };
    const auto three = pass(3), four = pass(4), five = pass(5);
    const Claim claim = {
        "growth of both scanning kernels from 4 to 5 bits over that from 3 to 4, time in place of thread-cycles",
        within(1.5, 2.5, "2 x, the growth doubles with each bit")};
    result.verdicts.push_back(judge(
        claim, three && four && five ? scan_growth_rows(*three, *four, *five) : std::vector<ClaimRow>{}));
}

void stage_bytes(Lab& lab, FigureResult& result) {
    const auto all = all_work(lab, result);
    result.charts.push_back(stage_chart("Bytes a pair and pass, by stage", {"bytes moved a pair", "bytes"},
                                        all, [](const Work& work, const StageShare& stage) {
                                            return static_cast<double>(stage.bytes) / work.count /
                                                   stage.passes;
                                        }));
    result.verdicts.push_back(not_tested("traffic over the model with 16 bins: 28 % more, CUDPP 22 % more",
                                         "the GPU's transaction counters (a profiler)"));
}

/// The smallest and the largest share of the copy rate among the stages of a pass that go over all pairs; none without
/// times.
std::optional<std::pair<double, double>> shares_of(const Work& work, double copy_rate) {
    std::optional<std::pair<double, double>> shares;
    for (const StageShare& stage : work.stages) {
        if (!is_of_a_pass(stage.name) || stage.samples_ms.empty()) continue;
        if (stage.bytes < uint64_t{4} * work.count * stage.passes) continue;
        const double own = static_cast<double>(stage.bytes) / seconds(stage.samples_ms) / copy_rate;
        if (!shares) shares = {own, own};
        shares = {std::min(shares->first, own), std::max(shares->second, own)};
    }
    return shares;
}

void memory_wall(Lab& lab, FigureResult& result) {
    const auto all = all_work(lab, result);
    const double copy = lab.copy_rate();
    result.charts.push_back(
        stage_chart("Share of the copy rate, by stage", {"bytes per second over those of a copy", ""}, all,
                    [copy](const Work&, const StageShare& stage) {
                        if (stage.samples_ms.empty()) return 0.0;
                        return static_cast<double>(stage.bytes) / seconds(stage.samples_ms) / copy;
                    }));
    std::vector<ClaimRow> wide;
    std::optional<std::pair<double, double>> satish;
    std::string why;
    for (const Work& work : all) {
        const auto shares = shares_of(work, copy);
        if (!shares) continue;
        if (work.label == "satish") {
            satish = shares;
            why = stages_text(work, copy);
        }
        for (int bits = 3; bits <= 5; ++bits) {
            if (work.label == digit_label(bits))
                wide.push_back({std::to_string(bits), static_cast<double>(bits), shares->second, 0,
                                stages_text(work, copy)});
        }
    }
    const std::string cudpp = named(paper_rival("cudpp"));
    result.verdicts.push_back(judge({"the stage nearest to the copy rate",
                                     share(0, kMemoryBound, "over 2 bits bound by computing"), kDigits},
                                    wide));
    result.verdicts.push_back(judge(
        {cudpp + ", the stage nearest to the copy rate", share(kMemoryBound, HUGE_VAL, "bound by memory")},
        one_row(satish ? std::optional(satish->second) : std::nullopt, why)));
    result.verdicts.push_back(
        judge({cudpp + ", the stage farthest from it", share(0, kMemoryBound, "bound by computing")},
              one_row(satish ? std::optional(satish->first) : std::nullopt, why)));
}

constexpr const char* kMethod =
    "Bytes are those of the engines' models, times are taken between stages by events, "
    "so that each stage also pays for its launch. "
    "Without a GPU only bytes are shown, as the models of the engines report them.";

}  // namespace

bool is_of_a_pass(const std::string& stage) { return stage != "copy back"; }

std::vector<ClaimRow> scan_growth_rows(const ScanTime& three, const ScanTime& four, const ScanTime& five) {
    std::string ns, rates;
    for (const ScanTime* pass : {&three, &four, &five}) {
        ns += (ns.empty() ? "" : ", ") + short_number(pass->ns);
        rates += (rates.empty() ? "" : ", ") + short_number(pass->copy_share);
    }
    const std::string why =
        "a pass with 3, 4, 5 bits takes " + ns + " ns per pair, at " + rates + " of the copy rate";
    if (four.ns > three.ns) return one_row((five.ns - four.ns) / (four.ns - three.ns), why);
    return one_row(0, "from 3 to 4 bits the time does not grow: " + why);
}

std::vector<PaperFigure> merrill_work_figures() {
    return {
        {"merrill-13", "merrill-12", "Merrill, Grimshaw 2011, figures 12 and 13 (2010: 11 and 12)",
         "Bytes moved a second",
         "The 3-bit and 4-bit sorts use over 94 % of the GTX 285's thread-cycles and are bound by them, "
         "not by its 136 to 149 GB/s. "
         "CUDPP and the 1-bit and 2-bit sorts mix kernels bound by one and by the other.",
         "Figure 12 counts thread-cycles, which needs the GPU's counters (a profiler): "
         "only the bytes are here. Bytes are those of the engines' models, times are taken between stages.",
         throughput},
        {"merrill-14", "", "Merrill, Grimshaw 2011, figure 14 (2010: figure 13)",
         "Work a pair by the width of a digit",
         "723 thread-cycles a pair with 4-bit digits on the GTX 285, 2.7 times less than CUDPP; "
         "more again with 5 bits.",
         "Time of all stages a pair instead of thread-cycles.", time_a_pair},
        {"merrill-15", "", "Merrill, Grimshaw 2011, figure 15 (2010: figure 15)",
         "Bytes a pair by the width of a digit",
         "What is moved falls with each bit more; "
         "CUDPP with 4-bit digits moves 1.6 times as much as the 4-bit sort.",
         "Bytes are those of the engines' models. Judged without the copy back that follows an odd number of passes "
         "(3 and 5 bits): the paper's table 1 has none.",
         bytes_a_pair},
        {"merrill-16", "", "Merrill, Grimshaw 2011, figure 16 (2010: figure 14)",
         "Time of each stage of a pass",
         "Over 2 bits the differences in work between the two scanning kernels double with each bit, "
         "as the model of the paper predicts.",
         kMethod, stage_times},
        {"merrill-17", "", "Merrill, Grimshaw 2011, figure 17 (2010: figure 16)",
         "Bytes of each stage of a pass",
         "Scattering to 16 bins costs 28 % more traffic than the model, "
         "because a transaction is filled only in part; CUDPP, which sorts each block first, pays 22 %.",
         "Bytes of the engines' models: what is filled only in part is not in them.", stage_bytes},
        {"merrill-18", "", "Merrill, Grimshaw 2011, figure 18 (2010: figure 17)",
         "Stages against the memory wall",
         "With digits over 2 bits all kernels of the sort are bound by computing on the GTX 285; "
         "CUDPP mixes both kinds.",
         "A stage with 0.8 or more is taken as bound by memory; one far below by something else (or by its launch). "
         "Stages that do not go over all pairs are not judged, nor the copy back after an odd number of passes.",
         memory_wall},
    };
}

}  // namespace app
