// L. Polok, V. Ila, P. Smrz, "Fast radix sort for sparse linear algebra on GPU", HPC 2014, section 5: table 2
// and figures 3 to 5.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "app/bench/papers/figure_charts.h"
#include "app/bench/papers/matrices.h"

namespace app {
namespace {

// CUDPP's sort is Satish's; the Thrust of the day used Merrill's, today's uses CUB's.
const std::vector<Rival> kRivals = {{"reghist", "reghist"},     {"multiscan", "multiscan"},
                                    {"satish", "satish"},       {"thrust", "thrust"},
                                    {"cub-radix", "cub-radix"}, {"fourway", "fourway"}};

/// reghist over the best of the sorts that stand for the paper's rivals.
Verdict over_best_rival(const Chart& chart, const std::string& series, double low, double high) {
    const auto thrust = y_at(chart, series, "thrust"), satish = y_at(chart, series, "satish");
    const char* best = satish && (!thrust || *satish > *thrust) ? "satish" : "thrust";
    return place_over(chart, series, "reghist", best, low, high,
                      "reghist over the better of thrust and satish, " + series);
}

void saturated(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const auto rivals = lab.present(kRivals, result);
    result.charts.push_back(over_rivals(lab, result, "Saturated rates, " + count_text(size) + " uniform keys",
                                        rivals, size, Shown::mkeys_per_s, kNoOrderCheck));
    const Chart& chart = result.charts.back();
    result.verdicts.push_back(over_best_rival(chart, kKeysAlone, 1.16, 1.39));
    result.verdicts.push_back(over_best_rival(chart, kPairs, 1.19, 1.44));
    result.verdicts.push_back(
        place_over(chart, kPairs, "reghist", "satish", 1.19, 1.51, "reghist over satish, pairs"));
}

void by_size(Lab& lab, FigureResult& result, bool with_values) {
    const std::string what = with_values ? "pairs" : "keys alone";
    result.charts.push_back(over_sizes(lab, result, "Uniform 32-bit keys, " + what,
                                       lab.present(kRivals, result), lab.sizes({12, 14, 16, 18, 20, 22, 24}),
                                       "uniform", with_values, Shown::mkeys_per_s, kNoOrderCheck));
    const Chart& chart = result.charts.back();
    result.verdicts.push_back(faster(chart, Shown::mkeys_per_s, "reghist", "thrust",
                                     with_values ? 1.19 : 1.16, with_values ? 1.44 : 1.41, what));
    result.verdicts.push_back(faster(chart, Shown::mkeys_per_s, "reghist", "satish",
                                     with_values ? 1.19 : 1.17, with_values ? 1.51 : 1.39, what));
}

void keys_by_size(Lab& lab, FigureResult& result) { by_size(lab, result, false); }
void pairs_by_size(Lab& lab, FigureResult& result) { by_size(lab, result, true); }

void sparse_products(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(kRivals, result);
    Chart full{"Keys of sparse products, pairs, all 32 bits", count_axis(),
               shown_axis(Shown::mkeys_per_s, true)};
    Chart known{"The same, given the number of bits of the keys",
                {"matrix", ""},
                shown_axis(Shown::mkeys_per_s, true),
                true};
    double place = 1;
    const LabConfig& config = lab.config();
    for (const SparsePattern& matrix :
         config.matrices.empty() ? made_matrices(config.most_keys, config.seed) : config.matrices) {
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
        add_points(known, rivals, lab.time(rivals, keys, true, result, narrow), matrix.name, place++,
                   keys.count(), Shown::mkeys_per_s);
        result.note(matrix.name + ": " + std::to_string(matrix.rows) + " rows, " +
                    std::to_string(matrix.entries()) + " entries, " + std::to_string(keys.count()) + " of " +
                    std::to_string(product_count(matrix)) + " products, keys of " +
                    std::to_string(narrow.end_bit) + " bits");
    }
    // Lines go from few to many products, whatever the order of the files.
    for (Series& series : full.series) {
        std::sort(series.points.begin(), series.points.end(),
                  [](const Point& a, const Point& b) { return a.x < b.x; });
    }
    result.verdicts.push_back(
        faster(full, Shown::mkeys_per_s, "reghist", "thrust", 1, 1.44, "sparse products"));
    result.verdicts.push_back(
        faster(full, Shown::mkeys_per_s, "reghist", "satish", 1, 1.51, "sparse products"));
    result.charts.push_back(std::move(full));
    result.charts.push_back(std::move(known));
}

}  // namespace

std::vector<PaperFigure> polok_figures() {
    return {
        {"polok-t2", "", "Polok, Ila, Smrz 2014, table 2",
         "Saturated rates of all sorts, keys alone and pairs",
         "On random 32-bit keys the proposed sort reaches 806 million keys/s and 642 million pairs/s "
         "on a GTX 680, 1119 and 892 on a GTX 780: 1.16 to 1.39 times the best other sort with keys alone, "
         "1.19 to 1.44 times with pairs.",
         "reghist is the proposed sort. CUDPP's sort is represented by satish, "
         "the Thrust of 2013 by today's. The four OpenCL libraries of the table are not compared.",
         saturated},
        {"polok-3", "", "Polok, Ila, Smrz 2014, figure 3", "Rates by n, keys alone",
         "Keys alone on a GTX 680 and a GTX 780: the proposed sort is the fastest from medium n on, "
         "about 1.2 to 1.4 times Thrust and CUDPP when saturated.",
         "One device: this one.", keys_by_size},
        {"polok-4", "", "Polok, Ila, Smrz 2014, figure 4", "Rates by n, pairs",
         "With 32-bit values the proposed sort stays ahead: 642 (GTX 680) and 892 (GTX 780) million pairs/s, "
         "1.19 and 1.44 times Thrust.",
         "One device: this one.", pairs_by_size},
        {"polok-5", "", "Polok, Ila, Smrz 2014, figure 5", "Rates on keys from sparse matrix products",
         "Keys are the destinations (column times rows plus row) of the partial products of 160 matrices "
         "of the University of Florida collection with their transposes. "
         "The proposed sort is the fastest when saturated and only loses to CUDPP on very short sequences.",
         "Matrices of --matrix, or made ones: five-point grids, random bands, blocks with an arrow border. "
         "Only where entries are decides the keys. "
         "The second picture sorts no more bits than the largest key has.",
         sparse_products, true},
    };
}

}  // namespace app
