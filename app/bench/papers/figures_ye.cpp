// X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne, "High performance comparison-based sorting algorithm on many-core
// GPUs", IPDPS 2010, section VI: figures 8 to 14. GPU-Warpsort has no order check, so it is off here.
#include <algorithm>

#include "app/bench/papers/figure_charts.h"
#include "app/bench/papers/reasons.h"

namespace app {
namespace {

const SizeRange kPaperSizes = {1 << 20, 1 << 24};  // 1 to 16 million

std::vector<Rival> rivals_of_ye() {
    return {{"warpsort", "warpsort"}, {"warpsort-index", "warpsort-index"}, paper_rival("satish-merge"),
            {"satish", "satish"},     {"quicksort", "quicksort"},           {"cub-radix", "cub-radix"},
            {"thrust", "thrust"}};
}

const char* const kStepNames[] = {"1: sort by warps", "2: merge", "3: split", "4: merge the pieces",
                                  "sampling, before step 1"};
constexpr int kSteps = std::size(kStepNames), kSplit = 2, kLastMerges = 3;

std::vector<uint32_t> paper_sizes(const Lab& lab) { return lab.sizes({16, 18, 20, 22, 24}); }

void over_merge_sort(FigureResult& result, const Chart& chart, const std::string& what) {
    const Rival merge = paper_rival("satish-merge");
    const auto rows = gain_rows(chart, "warpsort", merge.label);
    const std::string claim = "warpsort over " + named(merge) + ", " + what;
    result.verdicts.push_back(judge({claim, gain(1.2, 1.3), kPaperSizes, Judged::average}, rows));
}

void times(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(rivals_of_ye(), result);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "Time of one sort, uniform " + what, rivals,
                                           paper_sizes(lab), "uniform", with_values, Shown::ms,
                                           kNoOrderCheck));
        over_merge_sort(result, result.charts.back(), what);
    }
    const Chart &keys = result.charts[0], &pairs = result.charts[1];
    const auto over_radix = [&](const Chart& chart, const std::string& what, const Bound& bound) {
        result.verdicts.push_back(judge(
            {"time of warpsort, " + what + ", over satish's radix sort, pairs", bound, kPaperSizes,
             Judged::average},
            value_rows(chart, "warpsort", "warpsort, " + what + ",", pairs, "satish", "satish, pairs,")));
    };
    over_radix(keys, "keys alone", within(0.9, 1.1, "as fast in most cases"));
    over_radix(pairs, "pairs", within(1.3, 1.7, "about 40 % slower"));
    result.verdicts.push_back(
        judge({"warpsort over GPU quicksort, keys alone", gain(1.7, 1.7), kPaperSizes, Judged::average},
              gain_rows(keys, "warpsort", "quicksort")));
}

void rates(Lab& lab, FigureResult& result) {
    result.charts.push_back(over_sizes(lab, result, "Sorting rate, uniform pairs",
                                       lab.present(rivals_of_ye(), result), paper_sizes(lab), "uniform", true,
                                       Shown::mkeys_per_s, kNoOrderCheck));
    over_merge_sort(result, result.charts.back(), "pairs");
}

void distributions(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present({{"warpsort", "warpsort"},
                                     {"warpsort-index", "warpsort-index"},
                                     paper_rival("satish-merge"),
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
        const auto over_uniform = [&](const char* input, const Bound& bound) {
            result.verdicts.push_back(
                judge({std::string("warpsort on ") + input + " keys over uniform, " + what, bound},
                      place_rows(chart, "warpsort", input, "uniform", size)));
        };
        const double zero = with_values ? 1.46 : 1.15;
        over_uniform("zero", gain(zero, zero));
        result.verdicts.push_back(judge({"warpsort on uniform keys over sorted, " + what,
                                         gain("sorted is worse, because the last step is not balanced")},
                                        place_rows(chart, "warpsort", "uniform", "sorted", size)));
        over_uniform("bucket", within(0.9, 1.1, "about the same"));
        over_uniform("gaussian", within(0.9, 1.1, "about the same"));
    }
}

/// The step of a stage of warpsort, as an index of kStepNames; -1 for stages outside of them.
int step_of(const std::string& stage) {
    if (stage.find("sample") != stage.npos) return kSteps - 1;
    if (stage.find("split") != stage.npos) return kSplit;
    if (stage.find("piece") != stage.npos || stage.find("final") != stage.npos) return kLastMerges;
    if (stage.find("merge") != stage.npos) return 1;
    return stage.find("sort") != stage.npos ? 0 : -1;
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

/// One step of warpsort done by two methods, over n: `usual` is the paper's. `drawn` is in the pictures only.
struct Methods {
    int step;
    Rival usual, other;
    Bound keys_alone, pairs;
    std::string lacks = {};  // what else the comparison needs and the engine does not list
    std::vector<Rival> drawn = {};
};

Chart step_chart(Lab& lab, FigureResult& result, int step, const std::vector<Rival>& rivals,
                 bool with_values) {
    Chart chart{std::string("Step ") + kStepNames[step] + (with_values ? ", pairs" : ", keys alone"),
                count_axis(), shown_axis(Shown::ms, with_values, true)};
    for (const Rival& rival : rivals) chart.series.push_back({rival.label, {}});
    const bool here = !rivals.empty() && lab.found(rivals, result).size() == rivals.size();
    for (const uint32_t size : here ? paper_sizes(lab) : std::vector<uint32_t>{}) {
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
            chart.series[i].points.push_back(timed_point(count_text(size), size, samples, size, Shown::ms));
            add_bytes(chart.series[i].points.back(), stages, step, count, lab.copy_rate());
        }
    }
    return chart;
}

void compare(Lab& lab, FigureResult& result, const Methods& methods) {
    const std::string missing = lacking(methods.other), lacks = missing.empty() ? methods.lacks : missing;
    std::vector<Rival> rivals = {methods.usual};
    if (lacks.empty()) {
        rivals.push_back(methods.other);
        rivals.insert(rivals.end(), methods.drawn.begin(), methods.drawn.end());
    }
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? ", pairs" : ", keys alone";
        result.charts.push_back(step_chart(lab, result, methods.step, rivals, with_values));
        const Claim claim = {methods.usual.label + " over " + named(methods.other) + what,
                             with_values ? methods.pairs : methods.keys_alone, kPaperSizes, Judged::average};
        result.verdicts.push_back(
            lacks.empty()
                ? judge(claim, gain_rows(result.charts.back(), methods.usual.label, methods.other.label))
                : not_tested(claim, lacks));
    }
}

/// A variant of warpsort under a legend of its own; "": warpsort itself.
Rival warpsort(const char* label, const char* variant) { return {label, "warpsort", {.variant = variant}}; }

/// Figure 5a. An engine that lists it has fetches that no device coalesces under the name uncoalesced, and sorts by
/// blocks in words as wide as those of its warps; one that does not had other things under these names.
const Rival kReversed = warpsort("reversed fetch", "reversed-fetch");

std::string unless_reversed(const char* needs) { return lacking(kReversed).empty() ? "" : needs; }

void first_step(Lab& lab, FigureResult& result) {
    compare(
        lab, result,
        {0, warpsort("by warps", ""), warpsort("by blocks, equal words", "block-bitonic"), gain(1.76, 1.76),
         gain(1.57, 1.57), unless_reversed("a sort by blocks in words as wide as those of the warps")});
}

void coalesced(Lab& lab, FigureResult& result) {
    Rival other = warpsort("not coalesced", "uncoalesced");
    other.stands_for = "the reversed fetch of figure 5a";
    compare(lab, result,
            {1,
             warpsort("coalesced", ""),
             other,
             gain(1.74, 1.74),
             gain(1.94, 1.94),
             unless_reversed("a fetch that no device coalesces"),
             {kReversed}});
}

void rank_merge(Lab& lab, FigureResult& result) {
    compare(lab, result,
            {1, warpsort("bitonic merge", ""), warpsort("rank merge", "rank-merge"), gain("clearly faster"),
             gain("clearly faster")});
}

/// Time per pair of a step, that at the first n of the paper over that at each larger one.
std::vector<ClaimRow> per_pair_rows(const std::vector<Point>& points) {
    std::vector<ClaimRow> rows;
    const auto first = std::find_if(points.begin(), points.end(),
                                    [](const Point& point) { return kPaperSizes.holds(point.x); });
    for (auto point = first; point != points.end(); ++point) {
        if (point == first) continue;
        const std::string why = by_bytes("the step at " + point->at, *point, "at " + first->at, *first);
        rows.push_back({point->at, point->x, first->y / first->x / (point->y / point->x), 0, why});
    }
    return rows;
}

void breakdown(Lab& lab, FigureResult& result) {
    Chart chart{"Time of each step, uniform pairs", count_axis(), shown_axis(Shown::ms, true, true)};
    for (const char* name : kStepNames) chart.series.push_back({name, {}});
    const Rival rival = {"warpsort", "warpsort"};
    const bool here = !lab.found({rival}, result).empty();
    std::vector<ClaimRow> shares;
    for (const uint32_t size : here ? paper_sizes(lab) : std::vector<uint32_t>{}) {
        uint32_t count = 0;
        const auto stages =
            stage_shares(lab, result, rival, *lab.keys("uniform", size), true, kNoOrderCheck, &count);
        double all = 0, split = 0;
        std::vector<TimePart> parts;
        for (int step = 0; step < kSteps; ++step) {
            const auto samples = step_samples(stages, step);
            if (samples.empty()) continue;
            const double ms = sort::median(samples);
            all += ms;
            if (step == kSplit) split = ms;
            Point point = timed_point(count_text(size), size, samples, size, Shown::ms);
            add_bytes(point, stages, step, count, lab.copy_rate());
            parts.push_back({kStepNames[step], ms, point.copy_share});
            chart.series[step].points.push_back(std::move(point));
        }
        if (split > 0) {
            shares.push_back({count_text(size), static_cast<double>(size), split / all, 0, by_parts(parts)});
        }
    }
    result.verdicts.push_back(
        judge({"the split's share of the time",
               share(0, 0.05, "negligible; in Satish's sort splitting takes nearly 0.2"), kPaperSizes},
              shares));
    const auto per_pair = [&](int step, const Bound& bound) {
        result.verdicts.push_back(
            judge({std::string("time a pair of step ") + kStepNames[step] + ", of the least n over that of n",
                   bound, kPaperSizes},
                  per_pair_rows(chart.series[step].points)));
    };
    per_pair(0, within(0.9, 1.1, "in proportion to n"));
    per_pair(1, within(0.9, 1.1, "in proportion to n"));
    per_pair(kLastMerges, gain("more efficient with n"));
    result.charts.push_back(std::move(chart));
}

}  // namespace

std::vector<PaperFigure> ye_figures() {
    return {
        {"ye-8", "", "Ye and others 2010, figure 8", "Time by n against other sorts",
         "On a 9800 GTX+ with 1 to 16 million uniform keys: 1.7 times as fast as GPU quicksort, "
         "over 20 % faster than Satish's merge sort on average and up to 30 % beyond 4 million; "
         "the radix sort of the day stays ahead, with pairs warpsort takes about 40 % longer.",
         "1 to 16 million keys, as in the paper, on average.", times},
        {"ye-9", "", "Ye and others 2010, figure 9", "Rate by n against other sorts",
         "The same as rates of pairs: ahead of the merge sort by 20 to 30 %, behind the radix sort.",
         "1 to 16 million pairs, on average.", rates},
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
         "Only the first step, between events. Both sort words of equal width; the warps' are in registers, "
         "the blocks' in shared memory.",
         first_step},
        {"ye-12", "", "Ye and others 2010, figure 12", "Merging with and without coalesced access",
         "Fetching both runs in coalesced pieces is 74 % faster with keys alone and 94 % with pairs.",
         "Only the second step, between events. Today's devices coalesce the paper's reversed fetch "
         "(warpsort:reversed-fetch); uncoalesced is an access per lane, past L1.",
         coalesced},
        {"ye-13", "", "Ye and others 2010, figure 13", "Bitonic merge against merge by ranks",
         "In a warp the bitonic merge is clearly faster than finding each element's rank by binary search.",
         "Only the second step, between events.", rank_merge},
        {"ye-14", "", "Ye and others 2010, figure 14", "Time of the four steps",
         "Sorting and merging grow in proportion to n, the split is negligible, "
         "the last step gets more efficient with n.",
         "Times between events, stages of a step added up. Sampling, which the paper does before step 1, is apart.",
         breakdown},
    };
}

}  // namespace app
