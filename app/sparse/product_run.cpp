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

ProductRun run_product(const Factors& factors, const ProductConfig& config,
                       const ProductRunOptions& options) {
    ProductRun run;
    run.shape = shape_of(factors.a, factors.b);
    const auto product = make_product(factors.a, factors.b, config);
    product->multiply();
    run.c = product->result();
    if (options.check) run.fault = first_difference(run.c, multiply_by_rows(factors.a, factors.b));
    run.first = samples_of(*product, options.samples);
    run.first_sort = product->last_sort();

    run.keep_order_ms = product->keep_order();
    SparseMatrix a = factors.a, b = factors.b;
    draw_values(a, options.seed + 1);
    draw_values(b, options.seed + 2);
    product->set_values(a.values, b.values);
    run.changed = samples_of(*product, options.samples);
    run.changed_sort = product->last_sort();
    if (options.check && run.fault.empty())
        run.fault = first_difference(product->result(), multiply_by_rows(a, b));
    return run;
}

}  // namespace app
