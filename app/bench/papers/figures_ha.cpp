// L. Ha, J. Krueger, C. T. Silva, "Fast 4-way parallel radix sorting on GPUs", CGF 2009, section 5: figure 4, and what
// it says of the shuffle and of the order check. Figures 1, 3 and 6: figures_ha_scenes.cpp, figures_ha_records.cpp,
// figures_ha_system.cpp.
#include "app/bench/papers/figures_ha.h"

namespace app {
namespace {

const SizeRange kPaperSizes = {1 << 19, 1 << 24};  // 0.5 to 16 million

const Rival kPlain = {"fourway no shuffle", "fourway", {.variant = "no-shuffle"}};

/// All sorts of figure 4: each engine once, whoever it stands for.
std::vector<Rival> rivals_of_figure_4() {
    std::vector<Rival> rivals = {{"fourway", "fourway"},   kPlain,
                                 {"eightway", "eightway"}, {"sixteenway", "sixteenway"},
                                 {"ha-auto", "ha-auto"},   {"cub-radix", "cub-radix"},
                                 {"std-sort", "std-sort"}, {"tbb-sort", "tbb-sort"}};
    for (const char* rival : {"legrand", "split-sort", "herf"}) rivals.push_back(paper_rival(rival));
    return rivals;
}

void times(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(rivals_of_figure_4(), result);
    const auto sizes = lab.on_gpu() ? lab.sizes({19, 20, 22, 24}) : lab.sizes({16, 18, 20});
    const auto faster = [&](const Chart& chart, const Rival& rival, const Bound& bound,
                            const std::string& what) {
        result.verdicts.push_back(judge({"fourway over " + named(rival) + ", " + what, bound, kPaperSizes},
                                        gain_rows(chart, "fourway", rival.label)));
    };
    for (const char* input : {"uniform", "gaussian"}) {
        for (const bool with_values : {false, true}) {
            const std::string what = std::string(input) + (with_values ? " pairs" : " keys alone");
            result.charts.push_back(over_sizes(lab, result, "Time of one sort, " + what, rivals, sizes, input,
                                               with_values, Shown::ms));
            const Chart& chart = result.charts.back();
            faster(chart, paper_rival("legrand"), gain(1.5, 2.2), what);
            faster(chart, paper_rival("herf"), gain(1.5, 2.2), what);
            faster(chart, paper_rival("split-sort"), gain("faster than all others"), what);
        }
    }
    const Chart &keys = result.charts[0], &pairs = result.charts[1];
    faster(keys, kPlain, gain(1.5, 1.5), "uniform keys alone");
    faster(keys, {"eightway", "eightway"}, gain(1.05, 1.1), "uniform keys alone");
    const auto pairs_over_keys = [&](const std::string& label, const Bound& bound) {
        result.verdicts.push_back(
            judge({"time of pairs over keys alone, " + label + ", uniform", bound, kPaperSizes},
                  value_rows(pairs, label, label + " with pairs", keys, label, "with keys alone")));
    };
    pairs_over_keys("fourway", within(0.9, 1.15, "about 1.1 x with coalesced mapping"));
    pairs_over_keys(kPlain.label, within(1.5, 1.8, "1.5 to 1.8 x without coalesced mapping"));
}

void shuffle(Lab& lab, FigureResult& result) {
    std::vector<Rival> wanted;
    const Rival by_cluster = {"fourway by clusters", "fourway", {.variant = "cluster-map"}};  // algorithm 4
    for (const char* name : {"fourway", "eightway", "sixteenway"}) {
        wanted.push_back({name, name});
        wanted.push_back({std::string(name) + " no shuffle", name, {.variant = "no-shuffle"}});
    }
    if (lacking(by_cluster).empty()) wanted.push_back(by_cluster);
    const auto rivals = lab.present(wanted, result);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "With and without the shuffle in the block, " + what,
                                           rivals, lab.sizes({16, 18, 20, 22, 24}), "uniform", with_values,
                                           Shown::mkeys_per_s));
        const auto over_plain = [&](const std::string& label, const std::string& plain) {
            const Claim claim = {label + " over " + plain + ", " + what, gain(1.1, 1.5), kPaperSizes};
            result.verdicts.push_back(judge(claim, gain_rows(result.charts.back(), label, plain)));
        };
        over_plain("fourway", kPlain.label);  // the paper says nothing of 8 and 16 ways
        if (lacking(by_cluster).empty()) {
            over_plain(by_cluster.label, kPlain.label);
        } else {
            result.verdicts.push_back(
                not_tested("shuffle and cluster-wise mapping by aligned addresses (algorithm 4), " + what,
                           lacking(by_cluster)));
        }
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
         "as the next GPU sort (Le Grand's radix 16) and as a tuned CPU radix sort (Herf's), "
         "1.5 times as fast as without coalesced mapping, 5 to 10 % faster than 8 ways; "
         "pairs take 1.1 times the time of keys, 1.5 to 1.8 times without coalesced mapping. "
         "A GTX 280 with twice the bandwidth halves all times.",
         "0.5 to 16 million keys, as in the paper. What takes the place of a sort that the program lacks is "
         "named in its verdict. Figure 5 differs by its device only.",
         times},
        system_figure(),
        {"ha-shuffle", "", "Ha, Krueger, Silva 2009, section 4.6",
         "What the shuffle in the block still brings",
         "Shuffling a block in shared memory and writing bins as clusters gains 50 % on cards "
         "that coalesce strictly (G80), still 10 % on a GTX 280.",
         "Ours: no figure of the paper. The same engine with and without the shuffle. "
         "The paper's gain is that of 4 ways: 8 and 16 are drawn, and have no verdict.",
         shuffle},
        order_check_figure(),
    };
}

}  // namespace app
