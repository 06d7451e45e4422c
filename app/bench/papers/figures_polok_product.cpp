// L. Polok, V. Ila, P. Smrz, "Fast radix sort for sparse linear algebra on GPU", HPC 2014, figure 1: the share of
// sorting in sparse products by expand, sort, compress.
#include <algorithm>

#include "app/base/interrupt.h"
#include "app/base/numbers.h"
#include "app/bench/papers/claim.h"
#include "app/bench/papers/figures_polok.h"
#include "app/bench/papers/paper_rivals.h"
#include "app/bench/papers/reasons.h"
#include "app/sparse/product_run.h"
#include "sort/base/errors.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

/// A matrix of `--matrix` times its transpose, as figure 5 has it.
Factors factors_of(const SparsePattern& pattern, uint64_t seed) {
    SparseMatrix columns;  // the pattern's columns are the rows of its transpose
    columns.rows = pattern.columns;
    columns.columns = pattern.rows;
    columns.begin = pattern.begin;
    columns.column = pattern.row;
    columns.values.resize(pattern.entries());
    draw_values(columns, seed);
    return {pattern.name, transposed(pattern.name, columns), columns};
}

/// Made matrices with about as many products as the figure may sort.
std::vector<Factors> made_to_fit(uint64_t products, uint64_t seed) {
    const auto count = [&](uint64_t per_unit) {
        return uint32_t(std::max<uint64_t>(1, products / per_unit));
    };
    const uint32_t seen_by = products >= 100000 ? 6 : 2;
    return {find_made_factors("poisson")->make(count(25), 0, seed),
            find_made_factors("banded")->make(count(64), 8, seed),
            find_made_factors("random")->make(count(64), 8, seed),
            find_made_factors("schur")->make(count(108 * seen_by * seen_by), seen_by, seed)};
}

std::vector<Factors> factors_of(const LabConfig& config) {
    if (config.matrices.empty()) return made_to_fit(config.most_keys, config.seed);
    std::vector<Factors> all;
    for (const SparsePattern& pattern : config.matrices) all.push_back(factors_of(pattern, config.seed));
    return all;
}

struct Part {
    const char* name;
    double ProductTimes::*its;
};
constexpr Part kParts[] = {
    {"expand", &ProductTimes::expand}, {"sort", &ProductTimes::sort}, {"compress", &ProductTimes::compress}};

/// The share of a part in the sum of the parts' medians; raw samples are the part's times.
Point share_point(const std::string& at, const std::vector<ProductTimes>& samples, const Part& part) {
    const auto share = [&](const ProductTimes& times) {
        return times.total() > 0 ? times.*part.its / times.total() : 0;
    };
    Point point{at, 1, share(median_of(samples))};
    const auto fastest = std::min_element(samples.begin(), samples.end(),
                                          [](const auto& a, const auto& b) { return a.total() < b.total(); });
    point.best = share(*fastest);
    for (const ProductTimes& times : samples) point.samples_ms.push_back(times.*part.its);
    return point;
}

std::vector<TimePart> parts_of(const ProductTimes& times) {
    std::vector<TimePart> parts;
    for (const Part& part : kParts) parts.push_back({part.name, times.*part.its});
    return parts;
}

/// Multiplies with one engine. Returns nothing, with a note, where memory does not suffice or the result is wrong.
std::optional<ProductRun> measured(Lab& lab, FigureResult& result, CheckedFactors& checked,
                                   const Rival& rival) {
    ProductConfig config{rival.engine, rival.config};
    config.engine_config.threads = lab.config().threads;
    const std::string& name = checked.factors().name;
    try {
        ProductRun run = run_product(checked, config, lab.config().min_samples);
        if (run.fault.empty()) return run;
        lab.add_wrong_result(rival.label + ", product of " + name + ": " + run.fault, result);
    } catch (const sort::OverLimit& error) {
        result.note(rival.label + ", " + name + ": " + error.what());
    }
    return std::nullopt;
}

void product_shares(Lab& lab, FigureResult& result) {
    std::vector<Rival> wanted = rivals_of_polok();
    wanted.push_back({"adaptive", "adaptive"});
    const std::vector<Rival> rivals = lab.present(wanted, result);
    Chart by_matrix{"Share of the sort in a sparse product", {"matrix", ""}, {"share of the time", ""}, true};
    Chart changed{"The same with changed values, in the order of the last sort",
                  {"matrix", ""},
                  {"share of the time", ""},
                  true};
    for (const Rival& rival : rivals) {
        by_matrix.series.push_back({rival.label, {}});
        changed.series.push_back({rival.label, {}});
    }
    const Rival of_the_day = paper_rival("thrust-1.6");
    std::vector<ClaimRow> least;  // of all matrices, the smallest share
    std::vector<Chart> by_engine;
    for (const Factors& factors : factors_of(lab.config())) {
        const uint64_t products = shape_of(factors.a, factors.b).products;
        if (products > lab.config().most_keys) {
            result.note(factors.name + ": left out, " + grouped(products) + " products, at most " +
                        grouped(lab.config().most_keys) + " (-n)");
            continue;
        }
        Chart parts{"Parts of a sparse product by its sort, " + factors.name,
                    {"sort", ""},
                    {"share of the time", ""},
                    true};
        for (const Part& part : kParts) parts.series.push_back({part.name, {}});
        CheckedFactors checked(factors, lab.config().seed);
        for (size_t i = 0; i < rivals.size(); ++i) {
            throw_if_interrupted();
            const auto run = measured(lab, result, checked, rivals[i]);
            if (!run || run->shape.products == 0) continue;
            for (size_t p = 0; p < std::size(kParts); ++p)
                parts.series[p].points.push_back(share_point(rivals[i].label, run->first, kParts[p]));
            by_matrix.series[i].points.push_back(share_point(factors.name, run->first, kParts[1]));
            changed.series[i].points.push_back(share_point(factors.name, run->changed, kParts[1]));
            const double share = by_matrix.series[i].points.back().y;
            if (rivals[i].label == of_the_day.label && (least.empty() || share < least[0].value))
                least = one_row(share, factors.name + ", " + by_parts(parts_of(median_of(run->first))));
            result.note(factors.name + ": " + grouped(run->shape.products) + " products, " +
                        grouped(run->c.entries()) + " nonzeros, keys of " +
                        std::to_string(run->shape.key_bits()) + " bits");
        }
        by_engine.push_back(std::move(parts));
    }
    result.verdicts.push_back(judge(
        {"share of the sort in sparse products with " + named(of_the_day) + ", the least of all matrices",
         share(1.0 / 3, 1, "a substantial portion, tested as a third or more")},
        least));
    result.charts.push_back(std::move(by_matrix));
    result.charts.push_back(std::move(changed));
    for (Chart& chart : by_engine) result.charts.push_back(std::move(chart));
}

}  // namespace

PaperFigure polok_product_figure() {
    return {
        "polok-1",
        "",
        "Polok, Ila, Smrz 2014, figure 1",
        "Share of sorting in sparse matrix products",
        "Sorting takes a substantial portion of the time of sparse matrix products on a GPU, which are made by "
        "expanding all products of two entries, sorting them by row and column, and adding those of one place.",
        "Our own expand and compress, all parts timed apart, each product compared with one by rows. multiscan is "
        "the sort that the Thrust of 2013 had. Matrices of --matrix times their transposes, or made ones: a "
        "five-point grid, a random band and random columns squared, and the Schur complement of a bundle "
        "adjustment (W V^-1 W^T, without the difference from U). The keys have as many bits as row and column need.",
        product_shares,
        true};
}

}  // namespace app
