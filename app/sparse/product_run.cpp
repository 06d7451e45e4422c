#include "app/sparse/product_run.h"

#include <utility>

#include "app/base/interrupt.h"
#include "app/sparse/gustavson.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

std::vector<ProductTimes> samples_of(SparseProduct& product, int count) {
    std::vector<ProductTimes> samples;
    for (int i = 0; i < count; ++i) {
        throw_if_interrupted();
        samples.push_back(product.multiply());
    }
    return samples;
}

}  // namespace

ProductTimes median_of(const std::vector<ProductTimes>& samples) {
    const auto median = [&](double ProductTimes::*part) {
        std::vector<double> all;
        for (const ProductTimes& one : samples) all.push_back(one.*part);
        return samples.empty() ? 0 : sort::median(std::move(all));
    };
    return {median(&ProductTimes::expand), median(&ProductTimes::sort), median(&ProductTimes::compress)};
}

CheckedFactors::CheckedFactors(const Factors& factors, uint64_t seed, bool check)
    : factors_(factors), a_(factors.a), b_(factors.b), check_(check) {
    draw_values(a_, seed + 1);
    draw_values(b_, seed + 2);
}

std::string CheckedFactors::fault_of(const SparseMatrix& c, bool changed) {
    if (!check_) return "";
    std::optional<SparseMatrix>& expected = changed ? changed_product_ : product_;
    if (!expected) expected = changed ? multiply_by_rows(a_, b_) : multiply_by_rows(factors_.a, factors_.b);
    return first_difference(c, *expected);
}

ProductRun run_product(CheckedFactors& checked, const ProductConfig& config, int samples) {
    const Factors& factors = checked.factors();
    ProductRun run;
    run.shape = shape_of(factors.a, factors.b);
    const auto product = make_product(factors.a, factors.b, config);
    product->multiply();
    run.c = product->result();
    run.fault = checked.fault_of(run.c, false);
    run.first = samples_of(*product, samples);
    run.first_sort = product->last_sort();

    run.keep_order_ms = product->keep_order();
    product->set_values(checked.changed_a().values, checked.changed_b().values);
    run.changed = samples_of(*product, samples);
    run.changed_sort = product->last_sort();
    if (run.fault.empty()) run.fault = checked.fault_of(product->result(), true);
    return run;
}

}  // namespace app
