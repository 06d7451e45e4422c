// The matrices of `bench papers`: as files have them, as they are made, and what figures do with one that is empty.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "app/bench/papers/figure_lab.h"
#include "app/bench/papers/matrices.h"
#include "tests/temp_dir.h"

namespace {

TEST(Matrices, keys_of_a_product_are_its_destinations) {
    // (1 0; 1 1) times its transpose: column 0 of the transpose is row 0, (1 0); column 1 is (1 1).
    const auto a = app::make_pattern("a", 2, 2, {{0, 0}, {1, 0}, {1, 1}});
    EXPECT_EQ(app::product_count(a), 5u);
    EXPECT_EQ(app::product_keys(a, 100), (std::vector<uint32_t>{0, 1, 2, 3, 3}));
    EXPECT_EQ(app::product_keys(a, 3).size(), 3u);
}

TEST(Matrices, a_file_has_its_rows_and_the_columns_that_have_entries) {
    const TempDir dir;
    const std::string path =
        dir.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 9 4\n5 2\n3 2\n1 8\n5 2\n");
    const app::SparsePattern read = app::read_pattern(path);
    EXPECT_EQ(read.name, "m.mtx");
    EXPECT_EQ(read.rows, 5u);
    EXPECT_EQ(read.columns, 2u);
    EXPECT_EQ(read.begin, (std::vector<uint64_t>{0, 2, 3}));
    EXPECT_EQ(read.row, (std::vector<uint32_t>{2, 4, 0}));
}

TEST(Matrices, made_ones_are_no_larger_than_asked_for) {
    for (const uint64_t most : {100u, 100000u, 1u << 20}) {
        const auto made = app::made_matrices(most, 1);
        ASSERT_FALSE(made.empty());
        for (const auto& matrix : made) {
            EXPECT_LE(app::product_count(matrix), 2 * most + 400) << matrix.name;
            EXPECT_EQ(app::product_keys(matrix, UINT32_MAX).size(), app::product_count(matrix))
                << matrix.name;
        }
    }
    EXPECT_THROW(app::product_keys(app::make_pattern("big", 70000, 1, {{0, 0}}), 1), std::invalid_argument);
}

TEST(Matrices, without_products_are_noted_and_have_no_place_in_a_figure) {
    app::LabConfig config;
    config.most_keys = 256;
    config.min_time_s = 0;
    config.min_samples = 1;
    config.matrices = {app::make_pattern("empty", 5, 5, {}),
                       app::make_pattern("full", 2, 1, {{0, 0}, {1, 0}}),
                       app::make_pattern("large", 70000, 1, {{0, 0}})};
    app::Lab lab(config);
    app::FigureResult result;
    app::find_figure("polok-5")->run(lab, result);
    EXPECT_THAT(result.notes, testing::Contains("empty: no entries, so no products"));
    EXPECT_THAT(result.notes, testing::Contains(testing::HasSubstr("large")));
    for (const app::Chart& chart : result.charts)
        for (const app::Series& series : chart.series)
            EXPECT_EQ(series.points.size(), 1u) << chart.title << ", " << series.name;
}

}  // namespace
