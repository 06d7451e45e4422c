// L. Polok, V. Ila, P. Smrz, "Fast radix sort for sparse linear algebra on GPU", HPC 2014, section 5: table 2
// and figures 3 to 5.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "app/bench/papers/claim.h"
#include "app/bench/papers/figure_charts.h"
#include "app/bench/papers/figures_polok.h"
#include "app/bench/papers/matrices.h"
#include "app/bench/papers/paper_rivals.h"

namespace app {
namespace {

const SizeRange kSaturated = {1 << 24, HUGE_VAL};
constexpr size_t kMostBars = 12;  // matrices that have a bar each

/// The two best sorts of the paper's table are one here: CUDPP 2.1 calls Thrust's.
Rival best_of_the_others() { return paper_rival("thrust-cudpp"); }

Verdict over_others(const Chart& chart, const Bound& bound, const SizeRange& range, const std::string& what) {
    const Rival other = best_of_the_others();
    return judge({"reghist over " + named(other) + ", " + what, bound, range},
                 gain_rows(chart, "reghist", other.label));
}

void saturated(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const auto rivals = lab.present(rivals_of_polok(), result);
    result.charts.push_back(over_rivals(lab, result, "Saturated rates, " + count_text(size) + " uniform keys",
                                        rivals, size, Shown::mkeys_per_s, kNoOrderCheck));
    const Chart& chart = result.charts.back();
    for (const bool with_values : {false, true}) {
        const std::string series = with_values ? kPairs : kKeysAlone;
        const Rival best = best_of_the_others();
        result.verdicts.push_back(
            judge({"reghist over the better of both, " + named(best) + ", " + series,
                   gain(with_values ? 1.19 : 1.16, with_values ? 1.44 : 1.39), kSaturated},
                  place_rows(chart, series, "reghist", best.label, size)));
    }
}

void by_size(Lab& lab, FigureResult& result, bool with_values) {
    const std::string what = with_values ? "pairs" : "keys alone";
    result.charts.push_back(over_sizes(lab, result, "Uniform 32-bit keys, " + what,
                                       lab.present(rivals_of_polok(), result),
                                       lab.random_sizes({12, 14, 16, 18, 20, 22, 24}), "uniform", with_values,
                                       Shown::mkeys_per_s, kNoOrderCheck));
    const SizeRange plateau = {lab.config().random_sizes ? 0x1p23 : 0x1p24, HUGE_VAL};
    const Bound bound = with_values ? gain(1.19, 1.51) : gain(1.16, 1.41);
    result.verdicts.push_back(over_others(result.charts.back(), bound, plateau, what));
}

void keys_by_size(Lab& lab, FigureResult& result) { by_size(lab, result, false); }
void pairs_by_size(Lab& lab, FigureResult& result) { by_size(lab, result, true); }

void sparse_products(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(rivals_of_polok(), result);
    Chart full{"Keys of sparse products, pairs, all 32 bits", count_axis(),
               shown_axis(Shown::mkeys_per_s, true)};
    const LabConfig& config = lab.config();
    for (const std::string& note : config.matrix_notes) result.note(note);
    const auto matrices =
        config.matrices.empty() ? made_matrices(config.most_keys, config.seed) : config.matrices;
    const bool bars = matrices.size() <= kMostBars;
    Chart known{"The same, given the number of bits of the keys", bars ? Axis{"matrix", ""} : count_axis(),
                shown_axis(Shown::mkeys_per_s, true), bars};
    double place = 1;
    for (const SparsePattern& matrix : matrices) {
        std::vector<uint32_t> products;
        try {
            products = product_keys(matrix, config.most_keys);
        } catch (const std::invalid_argument& error) {
            result.note(error.what());
            continue;
        }
        if (products.empty()) {
            result.note(matrix.name + ": no entries, so no products");
            continue;
        }
        const uint32_t largest = *std::max_element(products.begin(), products.end());
        const LabKeys keys("product of " + matrix.name, std::move(products));
        const std::string at = count_text(keys.count());
        add_points(full, rivals, lab.time(rivals, keys, true, result, kNoOrderCheck), at, keys.count(),
                   keys.count(), Shown::mkeys_per_s);
        sort::Options narrow = kNoOrderCheck;
        narrow.end_bit = std::max(1, static_cast<int>(std::bit_width(largest)));
        add_points(known, rivals, lab.time(rivals, keys, true, result, narrow), bars ? matrix.name : at,
                   bars ? place++ : keys.count(), keys.count(), Shown::mkeys_per_s);
        result.note(matrix.name + ": " + std::to_string(matrix.rows) + " rows, " +
                    std::to_string(matrix.entries()) + " entries, " + std::to_string(keys.count()) + " of " +
                    std::to_string(product_count(matrix)) + " products, keys of " +
                    std::to_string(narrow.end_bit) + " bits");
    }
    // Lines go from few to many products, whatever the order of the files.
    for (Chart* chart : {&full, &known}) {
        for (Series& series : chart->series) {
            std::ranges::stable_sort(series.points, {}, &Point::x);
        }
    }
    result.verdicts.push_back(over_others(full, gain("the fastest when saturated"),
                                          {1 << 22, HUGE_VAL, "products"}, "sparse products"));
    result.charts.push_back(std::move(full));
    result.charts.push_back(std::move(known));
}

}  // namespace

std::vector<Rival> rivals_of_polok() {
    return {{"reghist", "reghist"}, best_of_the_others(),       {"satish", "satish"},
            {"thrust", "thrust"},   {"cub-radix", "cub-radix"}, {"fourway", "fourway"}};
}

std::vector<PaperFigure> polok_figures() {
    return {
        polok_product_figure(),
        {"polok-t2", "", "Polok, Ila, Smrz 2014, table 2",
         "Saturated rates of all sorts, keys alone and pairs",
         "On random 32-bit keys the proposed sort reaches 806 M keys/s and 642 M pairs/s "
         "on a GTX 680, 1119 and 892 on a GTX 780 (M is 2^20 in the paper): "
         "1.16 to 1.39 times the best other sort with keys alone, "
         "1.19 to 1.44 times with pairs.",
         "reghist is the proposed sort. Thrust 1.6 used Merrill's sort, and CUDPP since 2.0 calls Thrust's: "
         "multiscan takes the place of both; satish, the CUDPP of before, is drawn; "
         "today's Thrust, which is CUB's sort, is in the picture. The OpenCL libraries of the table are not compared.",
         saturated},
        {"polok-3", "", "Polok, Ila, Smrz 2014, figure 3", "Rates by n, keys alone",
         "Keys alone on a GTX 680 and a GTX 780: when saturated the proposed sort is the fastest, "
         "1.16 and 1.41 times Thrust, 1.17 and 1.39 times CUDPP; "
         "CUDPP is ahead on very short sequences.",
         "One device: this one.", keys_by_size},
        {"polok-4", "", "Polok, Ila, Smrz 2014, figure 4", "Rates by n, pairs",
         "With 32-bit values the proposed sort stays ahead: 642 M (GTX 680) and 892 M (GTX 780) pairs/s, "
         "1.19 and 1.44 times Thrust, 1.19 and 1.51 times CUDPP.",
         "One device: this one.", pairs_by_size},
        {"polok-5", "", "Polok, Ila, Smrz 2014, figure 5", "Rates on keys from sparse matrix products",
         "Keys are the destinations (column times rows plus row) of the partial products of 160 matrices "
         "of the University of Florida collection with their transposes. "
         "The proposed sort is the fastest when saturated and only loses to CUDPP on very short sequences.",
         "Matrices of --matrix, files or folders, or made ones: five-point grids, random bands, blocks with an arrow border. "
         "Only where entries are decides the keys. "
         "The second picture sorts no more bits than the largest key has.",
         sparse_products, true},
    };
}

}  // namespace app
