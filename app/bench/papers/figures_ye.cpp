// X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne, "High performance comparison-based sorting algorithm on many-core
// GPUs", IPDPS 2010, section VI: figures 8 to 14. GPU-Warpsort has no order check, so it is off here.
#include <algorithm>

#include "app/bench/papers/figure_charts.h"

namespace app {
namespace {

const std::vector<Rival> kRivals = {{"warpsort", "warpsort"},   {"warpsort-index", "warpsort-index"},
                                    {"cub-merge", "cub-merge"}, {"satish", "satish"},
                                    {"cub-radix", "cub-radix"}, {"thrust", "thrust"}};
const char* const kStepNames[] = {"1: sort by warps", "2: merge", "3: split", "4: merge the pieces"};

/// The paper's step of a stage of warpsort, 0 to 3; -1 for stages outside the four.
int step_of(const std::string& stage);

std::vector<uint32_t> paper_sizes(const Lab& lab) { return lab.sizes({16, 18, 20, 22, 24}); }

void times(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(kRivals, result);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "Time of one sort, uniform " + what, rivals,
                                           paper_sizes(lab), "uniform", with_values, Shown::ms,
                                           kNoOrderCheck));
        const Chart& chart = result.charts.back();
        result.verdicts.push_back(faster(chart, Shown::ms, "warpsort", "cub-merge", 1.2, 1.3, what));
        const std::string at = last_common(chart, "warpsort", "satish");
        const auto ratio_of = ratio(y_at(chart, "warpsort", at), y_at(chart, "satish", at));
        if (with_values) {
            const Verdict verdict = between("time of warpsort over that of satish's radix sort, pairs",
                                            ratio_of, 1.3, 1.8, "about 40 % slower, so 1.4 to 1.7 x");
            result.verdicts.push_back(explained(verdict, "warpsort", point_at(chart, "warpsort", at),
                                                "satish", point_at(chart, "satish", at)));
        }
    }
}

void rates(Lab& lab, FigureResult& result) {
    result.charts.push_back(over_sizes(lab, result, "Sorting rate, uniform pairs",
                                       lab.present(kRivals, result), paper_sizes(lab), "uniform", true,
                                       Shown::mkeys_per_s, kNoOrderCheck));
    result.verdicts.push_back(
        faster(result.charts.back(), Shown::mkeys_per_s, "warpsort", "cub-merge", 1.2, 1.3, "pairs"));
}

void distributions(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present({{"warpsort", "warpsort"},
                                     {"warpsort-index", "warpsort-index"},
                                     {"cub-merge", "cub-merge"},
                                     {"satish", "satish"}},
                                    result);
    const uint32_t size = lab.size(22);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_inputs(lab, result, "Kinds of keys, " + what + ", " + count_text(size),
                                            rivals, size,
                                            {"zero", "sorted", "uniform", "bucket", "gaussian", "staggered"},
                                            with_values, Shown::mkeys_per_s, kNoOrderCheck));
        const Chart& chart = result.charts.back();
        const auto over_uniform = [&](const char* input) {
            return ratio(y_at(chart, "warpsort", input), y_at(chart, "warpsort", "uniform"));
        };
        const double zero = with_values ? 1.46 : 1.15;
        result.verdicts.push_back(place_over(chart, "warpsort", "zero", "uniform", zero, zero,
                                             "warpsort on zero keys over uniform, " + what));
        result.verdicts.push_back(
            more("warpsort on uniform keys over sorted, " + what,
                 ratio(y_at(chart, "warpsort", "uniform"), y_at(chart, "warpsort", "sorted")),
                 "sorted is worse, because the last step is not balanced"));
        result.verdicts.push_back(between("warpsort on bucket keys over uniform, " + what,
                                          over_uniform("bucket"), 0.9, 1.1, "about the same"));
        result.verdicts.push_back(between("warpsort on Gaussian keys over uniform, " + what,
                                          over_uniform("gaussian"), 0.9, 1.1, "about the same"));
    }
}

/// The time of one step, one sample a run; empty when the stages have no times.
std::vector<double> step_samples(const std::vector<StageShare>& stages, int step) {
    std::vector<double> sum;
    for (const StageShare& stage : stages) {
        if (step_of(stage.name) != step || stage.samples_ms.empty()) continue;
        sum.resize(stage.samples_ms.size());
        for (size_t i = 0; i < sum.size(); ++i) sum[i] += stage.samples_ms[i];
    }
    return sum;
}

/// Adds what a step moves, by the model of its stages.
void add_bytes(Point& point, const std::vector<StageShare>& stages, int step, uint32_t count,
               double copy_rate) {
    double bytes = 0;
    for (const StageShare& stage : stages) {
        if (step_of(stage.name) == step) bytes += static_cast<double>(stage.bytes);
    }
    point.bytes_a_key = bytes / count;
    point.copy_share = bytes / (sort::median(point.samples_ms) * 1e-3) / copy_rate;
}

/// One step of warpsort as the paper has it, against a variant of that step, over n. `paper` is how many
/// times as fast with keys alone and with pairs; 0: "clearly faster", without a number.
void step_variants(Lab& lab, FigureResult& result, int step, const char* usual, const char* variant,
                   const char* variant_label, const double (&paper)[2]) {
    const std::vector<Rival> rivals = {{usual, "warpsort"},
                                       {variant_label, "warpsort", {.variant = variant}}};
    const bool both = lab.found(rivals, result).size() == 2;
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        Chart chart{std::string("Step ") + kStepNames[step] + ", " + what,
                    count_axis(),
                    shown_axis(Shown::ms, with_values, true),
                    false,
                    {{usual, {}}, {variant_label, {}}}};
        for (const uint32_t size : both ? paper_sizes(lab) : std::vector<uint32_t>{}) {
            const auto keys = lab.keys("uniform", size);
            // For the check of the whole sorts: a step of a wrong one is not shown.
            const auto checked = lab.time(rivals, *keys, with_values, result, kNoOrderCheck);
            for (size_t i = 0; i < rivals.size(); ++i) {
                if (checked[i].samples_ms.empty()) continue;
                uint32_t count = 0;
                const auto stages =
                    stage_shares(lab, result, rivals[i], *keys, with_values, kNoOrderCheck, &count);
                const auto samples = step_samples(stages, step);
                if (samples.empty()) continue;
                chart.series[i].points.push_back(
                    timed_point(count_text(size), size, samples, size, Shown::ms));
                add_bytes(chart.series[i].points.back(), stages, step, count, lab.copy_rate());
            }
        }
        const double times = paper[with_values];
        if (times > 0) {
            result.verdicts.push_back(faster(chart, Shown::ms, usual, variant_label, times, times, what));
        } else {
            const std::string at = last_common(chart, usual, variant_label);
            const auto measured = ratio(y_at(chart, variant_label, at), y_at(chart, usual, at));
            result.verdicts.push_back(more(std::string(usual) + " over " + variant_label + ", " + what +
                                               (at.empty() ? "" : ", n = " + at),
                                           measured, "clearly faster"));
        }
        result.charts.push_back(std::move(chart));
    }
}

void first_step(Lab& lab, FigureResult& result) {
    step_variants(lab, result, 0, "by warps", "block-bitonic", "by blocks", {1.76, 1.57});
}

void coalesced(Lab& lab, FigureResult& result) {
    step_variants(lab, result, 1, "coalesced", "uncoalesced", "not coalesced", {1.74, 1.94});
}

void rank_merge(Lab& lab, FigureResult& result) {
    step_variants(lab, result, 1, "bitonic merge", "rank-merge", "rank merge", {0, 0});
}

void breakdown(Lab& lab, FigureResult& result) {
    Chart chart{"Time of each step, uniform pairs", count_axis(), shown_axis(Shown::ms, true, true)};
    for (const char* name : kStepNames) chart.series.push_back({name, {}});
    const Rival rival = {"warpsort", "warpsort"};
    const bool here = !lab.found({rival}, result).empty();
    std::optional<double> share_of_split;
    for (const uint32_t size : here ? paper_sizes(lab) : std::vector<uint32_t>{}) {
        uint32_t count = 0;
        const auto stages =
            stage_shares(lab, result, rival, *lab.keys("uniform", size), true, kNoOrderCheck, &count);
        double all = 0, split = 0;
        for (int step = 0; step < 4; ++step) {
            const auto samples = step_samples(stages, step);
            if (samples.empty()) continue;
            const double ms = sort::median(samples);
            all += ms;
            if (step == 2) split = ms;
            chart.series[step].points.push_back(
                timed_point(count_text(size), size, samples, size, Shown::ms));
        }
        if (split > 0) share_of_split = split / all;  // few keys need no split
    }
    result.verdicts.push_back(share_between("step 3's share of the time at the largest n", share_of_split, 0,
                                            0.05,
                                            "negligible; in Satish's merge sort splitting takes nearly 0.2"));
    result.charts.push_back(std::move(chart));
}

int step_of(const std::string& stage) {
    if (stage.find("split") != stage.npos || stage.find("sample") != stage.npos) return 2;
    if (stage.find("piece") != stage.npos || stage.find("final") != stage.npos) return 3;
    if (stage.find("merge") != stage.npos) return 1;
    return stage.find("sort") != stage.npos ? 0 : -1;
}

}  // namespace

std::vector<PaperFigure> ye_figures() {
    return {
        {"ye-8", "", "Ye and others 2010, figure 8", "Time by n against other sorts",
         "On a 9800 GTX+ with 1 to 16 million uniform keys: 1.7 times as fast as GPU quicksort, "
         "over 20 % faster than Satish's merge sort on average and up to 30 % beyond 4 million; "
         "the radix sort of the day stays ahead, with pairs warpsort takes about 40 % longer.",
         "Today's merge sort (cub-merge) stands for Satish's; GPU quicksort is not built.", times},
        {"ye-9", "", "Ye and others 2010, figure 9", "Rate by n against other sorts",
         "The same as rates of pairs: ahead of the merge sort by 20 to 30 %, behind the radix sort.",
         "Today's merge sort (cub-merge) stands for Satish's.", rates},
        {"ye-10", "", "Ye and others 2010, figure 10", "Kinds of keys",
         "Uniform, bucket and Gaussian keys take about the same time. "
         "Zero keys sort faster by 15 % (keys alone) and 46 % (pairs): "
         "nothing is exchanged and the pieces are equal. "
         "Sorted keys sort slower, since the last step gets unbalanced.",
         "4Mi keys of each kind, fewer with a smaller -n; without an order check, as in the paper.",
         distributions},
        {"ye-11", "", "Ye and others 2010, figure 11", "Bitonic sort by warps or by blocks",
         "Sorting by warps needs no barrier and leaves no thread idle: "
         "76 % faster than by blocks with keys alone, 57 % with pairs (9800 GTX+).",
         "Only the first step, between events.", first_step},
        {"ye-12", "", "Ye and others 2010, figure 12", "Merging with and without coalesced access",
         "Fetching both runs in coalesced pieces is 74 % faster with keys alone and 94 % with pairs.",
         "Only the second step, between events.", coalesced},
        {"ye-13", "", "Ye and others 2010, figure 13", "Bitonic merge against merge by ranks",
         "In a warp the bitonic merge is clearly faster than finding each element's rank by binary search.",
         "Only the second step, between events.", rank_merge},
        {"ye-14", "", "Ye and others 2010, figure 14", "Time of the four steps",
         "Sorting and merging grow in proportion to n, the split is negligible, "
         "the last step gets more efficient with n.",
         "Times between events, stages of a step added up.", breakdown},
    };
}

}  // namespace app
