// Sparse products on the CPU, made matrices, and the Schur complement of a bundle adjustment.
#include "app/sparse/product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/sparse/bundle.h"
#include "app/sparse/gustavson.h"
#include "app/sparse/made_matrices.h"
#include "app/sparse/product_run.h"
#include "sort/base/errors.h"
#include "tests/app/sparse_product_suite.h"

namespace {

using app::SparseMatrix;
using sparse_products::dense_product;
using sparse_products::matrix_of;

TEST(SparseMatrices, entries_at_one_place_are_added_and_rows_may_be_empty) {
    const SparseMatrix m = matrix_of(3, 2, {{2, 1}, {0, 1}, {2, 1}, {2, 0}}, {1, 2, 4, 8});
    EXPECT_EQ(m.begin, (std::vector<uint64_t>{0, 1, 1, 3}));
    EXPECT_EQ(m.column, (std::vector<uint32_t>{1, 0, 1}));
    EXPECT_EQ(m.values, (std::vector<double>{2, 8, 5}));
    const SparseMatrix t = app::transposed("m", m);
    EXPECT_EQ(t.begin, (std::vector<uint64_t>{0, 1, 3}));
    EXPECT_EQ(t.column, (std::vector<uint32_t>{2, 0, 2}));
    EXPECT_EQ(t.values, (std::vector<double>{8, 2, 5}));
    EXPECT_EQ(app::transposed("m", t), m);
    EXPECT_EQ(app::compressed("m", app::entries_of(m)), m);
}

TEST(SparseMatrices, a_difference_is_named_with_its_place) {
    const SparseMatrix m = matrix_of(2, 3, {{0, 0}, {1, 2}}, {1, 2});
    EXPECT_EQ(app::first_difference(m, m), "");
    EXPECT_EQ(app::first_difference(m, matrix_of(2, 3, {{0, 0}, {1, 2}}, {1, 2.5})),
              "row 2, column 3: 2 is there, 2.5 expected");
    EXPECT_EQ(app::first_difference(m, matrix_of(2, 3, {{0, 0}}, {1})),
              "row 2, column 3: an entry is there, none expected");
    EXPECT_EQ(app::first_difference(m, matrix_of(2, 3, {{0, 0}, {1, 1}, {1, 2}}, {1, 2, 2})),
              "row 2, column 2: no entry is there, one expected");
    EXPECT_EQ(app::first_difference(m, matrix_of(3, 3, {}, {})), "another size");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(app::first_difference(matrix_of(1, 1, {{0, 0}}, {nan}), matrix_of(1, 1, {{0, 0}}, {-nan})), "");
}

TEST(SparseMatrices, the_product_by_rows_is_that_of_dense_matrices) {
    std::mt19937 random(1);
    for (const uint32_t sparse : {1, 3, 9}) {
        const SparseMatrix a = sparse_products::random_matrix(random, 20, 31, sparse, 4);
        const SparseMatrix b = sparse_products::random_matrix(random, 31, 12, sparse, 4);
        EXPECT_EQ(app::multiply_by_rows(a, b), dense_product(a, b)) << sparse;
    }
}

TEST(SparseProduct, every_stable_engine_and_number_of_threads_gives_the_same_bits) {
    size_t engines = 0;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cpu || !engine.stable) continue;
        ++engines;
        for (const int threads : {1, 3}) {
            const auto make = [&](const SparseMatrix& a, const SparseMatrix& b) {
                return app::make_product(a, b, {engine.name, {.threads = threads}});
            };
            sparse_products::expect_right_of_all_kinds(make, engine.name);
            sparse_products::expect_right_with_wide_keys(make, engine.name);
        }
    }
    EXPECT_GE(engines, 4u);
}

TEST(SparseProduct, finds_its_keys_in_order_when_the_values_alone_have_changed) {
    for (const char* engine : {"cpu-adaptive", "cpu-radix"}) {
        const app::Factors factors = app::find_made_factors("banded")->make(600, 5, 1);
        app::CheckedFactors checked(factors);
        const app::ProductRun run = app::run_product(checked, {engine}, 2);
        EXPECT_EQ(run.fault, "");
        EXPECT_GT(run.first_sort.passes_run, 0u) << engine;
        EXPECT_EQ(run.changed_sort.passes_run, 0u) << engine;
        EXPECT_EQ(run.first.size(), 2u);
        EXPECT_EQ(run.changed.size(), 2u);
    }
}

TEST(SparseProduct, refuses_what_does_not_fit) {
    const SparseMatrix a = matrix_of(2, 3, {{0, 0}}, {1});
    EXPECT_THROW(app::shape_of(a, a), std::invalid_argument);
    EXPECT_THROW(app::make_product(a, app::transposed("a", a), {"no-such-engine"}), std::invalid_argument);
    std::vector<std::pair<uint32_t, uint32_t>> places;
    for (uint32_t i = 0; i < 50000; ++i) places.push_back({i, 0});
    const SparseMatrix column = matrix_of(50000, 1, places, {});
    try {
        app::shape_of(column, app::transposed("c", column));
        FAIL() << "2,500,000,000 products were taken";
    } catch (const sort::OverLimit& error) {
        EXPECT_NE(std::string(error.what()).find("2,500,000,000 products"), std::string::npos)
            << error.what();
    }
}

TEST(SparseProduct, counts_bits_and_products) {
    const SparseMatrix a = matrix_of(5, 4, {{0, 0}, {4, 0}, {2, 3}}, {1, 1, 1});
    const SparseMatrix b = matrix_of(4, 1, {{0, 0}, {1, 0}}, {1, 1});
    const app::ProductShape shape = app::shape_of(a, b);
    EXPECT_EQ(shape.products, 2u);
    EXPECT_EQ(shape.row_bits, 3);
    EXPECT_EQ(shape.column_bits, 0);
    EXPECT_FALSE(shape.wide_keys());
}

TEST(SparseProduct, each_part_has_a_median_of_its_own) {
    const app::ProductTimes median = app::median_of({{1, 5, 4}, {2, 1, 9}, {9, 4, 3}});
    EXPECT_EQ(median.expand, 2);
    EXPECT_EQ(median.sort, 4);
    EXPECT_EQ(median.compress, 4);
    EXPECT_EQ(median.total(), 10);
    EXPECT_EQ(app::median_of({}).total(), 0);
}

TEST(MadeFactors, have_right_products_of_the_size_they_say) {
    for (const app::MadeFactors& kind : app::made_factors()) {
        const app::Factors factors = kind.make(50, 3, 7);
        EXPECT_EQ(factors.name.find(kind.name), 0u);
        EXPECT_EQ(factors.a.columns, factors.b.rows) << kind.name;
        EXPECT_LE(factors.a.entries(), kind.entries(50, 3)) << kind.name;
        app::CheckedFactors checked(factors);
        const app::ProductRun run = app::run_product(checked, {"cpu-adaptive"}, 1);
        EXPECT_EQ(run.fault, "") << kind.name;
        EXPECT_GT(run.shape.products, 200u) << kind.name;
        const app::Factors again = kind.make(50, 3, 7), other = kind.make(50, 3, 8);
        EXPECT_EQ(again.a, factors.a) << kind.name;
        EXPECT_NE(other.a.values, factors.a.values) << kind.name;
    }
    EXPECT_EQ(app::find_made_factors("grid"), nullptr);
}

std::vector<std::vector<double>> dense(const SparseMatrix& of) {
    std::vector<std::vector<double>> all(of.rows, std::vector<double>(of.columns));
    const app::SparseEntries entries = app::entries_of(of);
    for (size_t i = 0; i < entries.entries.size(); ++i)
        all[entries.entries[i].first][entries.entries[i].second] = entries.values[i];
    return all;
}

/// U - W V^-1 W^T is what is left of H when the points are eliminated one unknown after the other.
TEST(Bundle, the_product_gives_the_schur_complement) {
    const app::BundleProblem problem = app::make_bundle({20, 6, 3}, 1);
    const SparseMatrix w_inverse = app::times_inverse(problem.mixed, problem.points);
    const auto product = app::make_product(w_inverse, app::transposed("w", problem.mixed), {"cpu-radix"});
    product->multiply();
    const auto subtracted = dense(product->result());
    auto u = dense(problem.cameras), w = dense(problem.mixed), v = dense(problem.points);
    const size_t cameras = u.size(), points = v.size();
    auto schur = u;
    for (size_t i = 0; i < cameras; ++i) {
        for (size_t j = 0; j < cameras; ++j) schur[i][j] -= subtracted[i][j];
    }
    for (size_t p = points; p-- > 0;) {  // eliminates unknown p of the points, the last one first
        for (size_t i = 0; i < cameras; ++i) {
            const double factor = w[i][p] / v[p][p];
            for (size_t q = 0; q < p; ++q) w[i][q] -= factor * v[p][q];
            for (size_t j = 0; j < cameras; ++j) u[i][j] -= factor * w[j][p];
        }
        for (size_t q = 0; q < p; ++q) {
            const double factor = v[q][p] / v[p][p];
            for (size_t r = 0; r < p; ++r) v[q][r] -= factor * v[p][r];
        }
    }
    size_t empty = 0;
    for (size_t i = 0; i < cameras; ++i) {
        EXPECT_GT(schur[i][i], 0);
        for (size_t j = 0; j < cameras; ++j) {
            EXPECT_NEAR(schur[i][j], u[i][j], 1e-10) << i << " " << j;
            EXPECT_NEAR(schur[i][j], schur[j][i], 1e-12) << i << " " << j;
            empty += subtracted[i][j] == 0;
        }
    }
    EXPECT_GT(empty, 0u) << "cameras that see no point together have no entry";
}

TEST(Bundle, cameras_see_what_they_are_said_to_see) {
    const app::BundleProblem problem = app::make_bundle({10, 8, 4}, 2);
    EXPECT_EQ(problem.mixed.rows, 48u);
    EXPECT_EQ(problem.mixed.columns, 30u);
    EXPECT_EQ(problem.mixed.entries(), 10 * 4 * 18u);
    EXPECT_EQ(problem.cameras.entries(), 8 * 36u) << "every camera sees some point";
    EXPECT_EQ(problem.points.entries(), 10 * 9u);
    EXPECT_EQ(app::times_inverse(problem.mixed, problem.points).column, problem.mixed.column);
}

}  // namespace
