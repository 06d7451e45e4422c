// L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", CGF 2009, section 5: figure 4,
// and two measurements of ours that belong to it. Figures 3 and 6: figures_ha_records.cpp,
// figures_ha_system.cpp.
#include "app/bench/papers/figures_ha.h"

namespace app {
namespace {

constexpr double kCheckShare = 0.0015;  // the paper's 0.001, which it rounds: "about one-tenth of a percent"

const Rival kPlain = {"fourway no shuffle", "fourway", {.variant = "no-shuffle"}};

const std::vector<Rival> kRivals = {{"fourway", "fourway"},     kPlain,
                                    {"eightway", "eightway"},   {"sixteenway", "sixteenway"},
                                    {"ha-auto", "ha-auto"},     {"satish", "satish"},
                                    {"cub-radix", "cub-radix"}, {"cpu-radix", "cpu-radix"},
                                    {"std-sort", "std-sort"},   {"tbb-sort", "tbb-sort"}};

void times(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(kRivals, result);
    const auto sizes = lab.on_gpu() ? lab.sizes({19, 20, 22, 24}) : lab.sizes({16, 18, 20});
    for (const char* input : {"uniform", "gaussian"}) {
        for (const bool with_values : {false, true}) {
            const std::string what = std::string(input) + (with_values ? " pairs" : " keys alone");
            result.charts.push_back(over_sizes(lab, result, "Time of one sort, " + what, rivals, sizes, input,
                                               with_values, Shown::ms));
            const Chart& chart = result.charts.back();
            result.verdicts.push_back(faster(chart, Shown::ms, "fourway", "satish", 1.5, 2.2, what));
            result.verdicts.push_back(faster(chart, Shown::ms, "fourway", "cpu-radix", 1.5, 2.2, what));
        }
    }
    const Chart &keys = result.charts[0], &pairs = result.charts[1];
    const std::string at = last_common(keys, "fourway", "eightway");
    result.verdicts.push_back(
        faster(keys, Shown::ms, "fourway", kPlain.label, 1.1, 1.5, "uniform keys alone"));
    result.verdicts.push_back(
        faster(keys, Shown::ms, "fourway", "eightway", 1.05, 1.1, "uniform keys alone"));
    result.verdicts.push_back(between("time of pairs over keys alone, fourway, uniform",
                                      ratio(y_at(pairs, "fourway", at), y_at(keys, "fourway", at)), 0.9, 1.15,
                                      "1.1 x with coalesced mapping, 1.5 to 1.8 x without"));
}

void shuffle(Lab& lab, FigureResult& result) {
    std::vector<Rival> wanted;
    for (const char* name : {"fourway", "eightway", "sixteenway"}) {
        wanted.push_back({name, name});
        wanted.push_back({std::string(name) + " no shuffle", name, {.variant = "no-shuffle"}});
    }
    const auto rivals = lab.present(wanted, result);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "With and without the shuffle in the block, " + what,
                                           rivals, lab.sizes({16, 18, 20, 22, 24}), "uniform", with_values,
                                           Shown::mkeys_per_s));
        for (const char* name : {"fourway", "eightway", "sixteenway"}) {
            result.verdicts.push_back(faster(result.charts.back(), Shown::mkeys_per_s, name,
                                             std::string(name) + " no shuffle", 1.1, 1.5, what));
        }
    }
}

void in_order(Lab& lab, FigureResult& result) {
    using sort::EarlyExit;
    using sort::Launch;
    const auto rivals = lab.present(
        {{"fourway, stream", "fourway", {.early_exit = EarlyExit::gated}, Launch::stream},
         {"fourway, graph, gated", "fourway", {.early_exit = EarlyExit::gated}, Launch::graph},
         {"fourway, graph, IF node", "fourway", {.early_exit = EarlyExit::if_node}, Launch::graph},
         {"cub-radix, graph", "cub-radix", {}, Launch::graph}},
        result);
    for (const char* input : {"sorted", "uniform"}) {
        result.charts.push_back(over_sizes(lab, result, std::string("Pairs, ") + input + " input", rivals,
                                           lab.sizes({14, 16, 18, 20, 22, 24}), input, true, Shown::ms));
    }
    const Chart &sorted = result.charts[0], &uniform = result.charts[1];
    for (const Rival& rival : rivals) {
        const std::string at = last_common(sorted, rival.label, rival.label);
        if (rival.engine != "fourway") continue;
        const auto whole_ms = y_at(uniform, rival.label, at);
        Verdict verdict = share_between(
            "time on sorted over uniform input, " + rival.label + (at.empty() ? "" : ", n = " + at),
            ratio(y_at(sorted, rival.label, at), whole_ms), 0, kCheckShare, "a check costs 0.001 of a sort");
        if (verdict.outcome == Verdict::Outcome::fails && lab.on_gpu()) {
            // The paper's answer comes from a few of the keys; for sorted input all must be read.
            const double keys = point_at(sorted, rival.label, at)->x;
            const double least = keys * sizeof(uint32_t) / lab.copy_rate() / (*whole_ms * 1e-3);
            if (least > kCheckShare) {
                verdict.why = "reading every key once at the rate of a plain copy takes " +
                              short_number(least) + " of this sort's time";
            }
        }
        result.verdicts.push_back(verdict);
    }
}

}  // namespace

std::vector<PaperFigure> ha_figures() {
    return {
        scenes_figure(),
        record_figure(),
        {"ha-4", "ha-5", "Ha, Krueger, Silva 2009, figures 4 and 5",
         "Time by n: uniform and Gaussian, keys alone and pairs, all rivals",
         "On an 8800 GTX the coalesced 4-way sort is 1.5 to 2.2 times as fast "
         "as the next GPU sort (Le Grand's radix 16) and as a tuned CPU radix sort, "
         "1.5 times as fast as without coalesced mapping, 5 to 10 % faster than 8 ways; "
         "pairs take 1.1 times the time of keys. A GTX 280 with twice the bandwidth halves all times.",
         "Le Grand's sort is not built; satish, also 4 bits per pass and of the same year, takes its place. "
         "Figure 5 differs by its device only.",
         times},
        system_figure(),
        {"ha-shuffle", "", "Ha, Krueger, Silva 2009, section 4.6",
         "What the shuffle in the block still brings",
         "Shuffling a block in shared memory and writing bins as clusters gains 50 % on cards "
         "that coalesce strictly (G80), still 10 % on a GTX 280.",
         "Ours: no figure of the paper. The same engine with and without the shuffle.", shuffle},
        {"ha-sorted", "", "Ha, Krueger, Silva 2009, section 4.2", "Input that is in order already",
         "The order check costs about 0.1 % of a sort and ends it early.",
         "Ours: no figure of the paper. Three ways to leave with no word from the host: "
         "gated launches on a stream, the same in a graph, an IF node in a graph.",
         in_order},
    };
}

}  // namespace app
