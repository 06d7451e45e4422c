// Sparse products of any backend against a product of dense matrices, to the bit.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "app/sparse/product.h"

namespace sparse_products {

using app::SparseMatrix;

inline SparseMatrix matrix_of(uint32_t rows, uint32_t columns,
                              std::vector<std::pair<uint32_t, uint32_t>> places, std::vector<double> values) {
    return app::compressed("m", {rows, columns, std::move(places), std::move(values)});
}

/// Of each place one in `sparse`; the rows and columns of `hole` are empty.
inline SparseMatrix random_matrix(std::mt19937& random, uint32_t rows, uint32_t columns, uint32_t sparse,
                                  uint32_t hole = UINT32_MAX) {
    std::vector<std::pair<uint32_t, uint32_t>> places;
    std::vector<double> values;
    for (uint32_t i = 0; i < rows; ++i) {
        for (uint32_t j = 0; j < columns; ++j) {
            if (random() % sparse || i == hole || j == hole) continue;
            places.push_back({i, j});
            values.push_back(double(random() % 2000) / 7 - 100);
        }
    }
    return matrix_of(rows, columns, places, values);
}

/// The product by three loops; an entry is where any product is.
inline SparseMatrix dense_product(const SparseMatrix& a, const SparseMatrix& b) {
    const auto dense = [](const SparseMatrix& of) {
        std::vector<std::vector<std::optional<double>>> all(of.rows,
                                                            std::vector<std::optional<double>>(of.columns));
        const app::SparseEntries entries = app::entries_of(of);
        for (size_t i = 0; i < entries.entries.size(); ++i)
            all[entries.entries[i].first][entries.entries[i].second] = entries.values[i];
        return all;
    };
    const auto x = dense(a), y = dense(b);
    std::vector<std::pair<uint32_t, uint32_t>> places;
    std::vector<double> values;
    for (uint32_t i = 0; i < a.rows; ++i) {
        for (uint32_t j = 0; j < b.columns; ++j) {
            std::optional<double> sum;
            for (uint32_t k = 0; k < a.columns; ++k) {
                if (!x[i][k] || !y[k][j]) continue;
                const double product = *x[i][k] * *y[k][j];
                sum = sum ? *sum + product : product;
            }
            if (!sum) continue;
            places.push_back({i, j});
            values.push_back(*sum);
        }
    }
    return matrix_of(a.rows, b.columns, places, values);
}

using Make = std::function<std::unique_ptr<app::SparseProduct>(const SparseMatrix& a, const SparseMatrix& b)>;

/// Multiplies a and b, then with other values in the order that was kept, then in the order of expand again.
inline void expect_right(const Make& make, SparseMatrix a, SparseMatrix b, const std::string& what) {
    const auto product = make(a, b);
    product->multiply();
    EXPECT_EQ(app::first_difference(product->result(), dense_product(a, b)), "") << what;
    product->keep_order();
    app::draw_values(a, 5);
    app::draw_values(b, 6);
    product->set_values(a.values, b.values);
    product->multiply();
    const SparseMatrix expected = dense_product(a, b);
    EXPECT_EQ(app::first_difference(product->result(), expected), "") << what << ", in the order kept";
    product->forget_order();
    product->multiply();
    EXPECT_EQ(app::first_difference(product->result(), expected), "") << what << ", order forgotten";
}

inline void expect_right_of_all_kinds(const Make& make, const std::string& what) {
    std::mt19937 random(3);
    expect_right(make, matrix_of(2, 2, {{0, 0}, {0, 1}, {1, 1}}, {1, 2, 3}),
                 matrix_of(2, 2, {{0, 0}, {1, 0}, {1, 1}}, {4, 5, 6}), what + ", 2 x 2");
    expect_right(make, random_matrix(random, 1, 1, 1), random_matrix(random, 1, 1, 1), what + ", 1 x 1");
    expect_right(make, random_matrix(random, 17, 30, 4, 3), random_matrix(random, 30, 9, 4, 3),
                 what + ", empty rows and columns");
    expect_right(make, random_matrix(random, 40, 40, 2), random_matrix(random, 40, 40, 2),
                 what + ", many products per entry");
    expect_right(make, SparseMatrix(matrix_of(5, 4, {}, {})), random_matrix(random, 4, 3, 1),
                 what + ", nothing");
    expect_right(make, matrix_of(4, 4, {{0, 1}}, {2}), matrix_of(4, 4, {{0, 1}}, {2}),
                 what + ", entries that do not meet");
}

/// Keys of more than 32 bits: a few products far apart.
inline void expect_right_with_wide_keys(const Make& make, const std::string& what) {
    constexpr uint32_t kFar = (1u << 20) - 1;
    const SparseMatrix a =
        matrix_of(1u << 20, 3, {{0, 0}, {7, 1}, {7, 2}, {kFar, 0}, {kFar, 2}}, {1, 2, 3, 4, 5});
    const SparseMatrix b =
        matrix_of(3, 1u << 20, {{0, 0}, {0, kFar}, {1, 9}, {2, 9}, {2, kFar}}, {6, 7, 8, 9, 10});
    ASSERT_TRUE(app::shape_of(a, b).wide_keys());
    const auto product = make(a, b);
    product->multiply();
    const SparseMatrix c = matrix_of(
        1u << 20, 1u << 20, {{0, 0}, {0, kFar}, {7, 9}, {7, kFar}, {kFar, 0}, {kFar, 9}, {kFar, kFar}},
        {6, 7, 16 + 27, 30, 24, 45, 28 + 50});
    EXPECT_EQ(app::first_difference(product->result(), c), "") << what;
}

}  // namespace sparse_products
