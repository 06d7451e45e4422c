// Sparse products on a CUDA device: every engine gives the bits of the CPU.
#include <gtest/gtest.h>

#include "app/sparse/product_run.h"
#include "tests/app/sparse_product_suite.h"
#include "tests/gpu/cuda_fixture.h"

namespace {

using app::SparseMatrix;
using SparseProductOnGpu = testing_worlds::Cuda;

TEST_F(SparseProductOnGpu, every_stable_engine_gives_the_bits_of_dense_matrices) {
    for (const sort::Engine* engine : sort::engines_on(sort::Backend::cuda, -1)) {
        if (!engine->stable) continue;
        const auto make = [&](const SparseMatrix& a, const SparseMatrix& b) {
            return app::make_product(a, b, {engine->name});
        };
        sparse_products::expect_right_of_all_kinds(make, engine->name);
        sparse_products::expect_right_with_wide_keys(make, engine->name);
    }
}

TEST_F(SparseProductOnGpu, made_matrices_have_the_product_by_rows) {
    for (const app::MadeFactors& kind : app::made_factors()) {
        const app::Factors factors = kind.make(kind.count, kind.per_row, 1);
        app::CheckedFactors checked(factors);
        const app::ProductRun run = app::run_product(checked, {"adaptive"}, 1);
        EXPECT_EQ(run.fault, "") << kind.name;
        EXPECT_EQ(run.changed_sort.passes_run, 0u) << kind.name;
    }
}

}  // namespace
