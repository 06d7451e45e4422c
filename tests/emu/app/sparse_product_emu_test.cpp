// Sparse products by emulated CUDA kernels: expand and compress as they are on a device, with the engines' sorts.
#include <gtest/gtest.h>

#include "sort/registry.h"
#include "tests/app/sparse_product_suite.h"

namespace {

using app::SparseMatrix;

TEST(EmulatedSparseProduct, every_stable_engine_gives_the_bits_of_dense_matrices) {
    for (const char* name : {"adaptive", "bucketsort", "onesweep", "reghist", "fourway"}) {
        const sort::Engine* const engine = sort::find_engine(name);
        ASSERT_TRUE(engine) << name;
        if (!sort::refusal_of(*engine, -1).empty()) continue;
        const auto make = [&](const SparseMatrix& a, const SparseMatrix& b) {
            return app::make_cuda_product(a, b, app::shape_of(a, b), {name});
        };
        sparse_products::expect_right_of_all_kinds(make, name);
        sparse_products::expect_right_with_wide_keys(make, name);
    }
}

TEST(EmulatedSparseProduct, finds_its_keys_in_order_when_the_values_alone_have_changed) {
    std::mt19937 random(9);
    const SparseMatrix a = sparse_products::random_matrix(random, 60, 60, 3);
    const auto product = app::make_cuda_product(a, a, app::shape_of(a, a), {"onesweep"});
    product->multiply();
    EXPECT_GT(product->last_sort().passes_run, 0u);
    product->keep_order();
    product->multiply();
    EXPECT_EQ(product->last_sort().passes_run, 0u);
}

}  // namespace
