// Made keys of columns: few descents that grow with the move, jumps as far as columns and rows are apart,
// the same keys each time.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sort/lab/inputs.h"

namespace {

using Words = std::vector<uint32_t>;

Words made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

uint32_t descents(const Words& keys) {
    uint32_t found = 0;
    for (size_t i = 1; i < keys.size(); ++i) found += keys[i - 1] > keys[i] ? 1 : 0;
    return found;
}

uint32_t max_shift(const Words& keys) {
    Words order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    uint32_t most = 0;
    for (uint32_t i = 0; i < order.size(); ++i)
        most = std::max(most, order[i] < i ? i - order[i] : order[i] - i);
    return most;
}

TEST(ColumnInputs, have_few_descents_that_grow_with_the_move) {
    constexpr uint32_t kCount = 1 << 16;
    const uint32_t slow = descents(made("columns:0.0001", kCount)),
                   usual = descents(made("columns:0.001", kCount));
    const uint32_t fast = descents(made("columns:0.01", kCount));
    EXPECT_GT(slow, 0u);
    EXPECT_GT(usual, 4 * slow);
    EXPECT_GT(fast, 4 * usual);
    EXPECT_LT(usual, kCount / 100);
}

TEST(ColumnInputs, jump_by_a_row_of_columns) {
    constexpr uint32_t kCount = 1 << 16;  // about 33 columns a row, each of 50 bodies
    EXPECT_GT(max_shift(made("columns:0.001", kCount)), 500u);
    EXPECT_LT(max_shift(made("columns:0.001", kCount)), 8000u);
    EXPECT_GT(max_shift(made("columns-teleport:0.001:0.1%", kCount)), 30000u);
}

TEST(ColumnInputs, are_the_same_each_time_and_others_for_another_seed) {
    EXPECT_EQ(made("columns:0.01", 5000), made("columns:0.01", 5000));
    EXPECT_NE(made("columns:0.01", 5000), made("columns:0.01", 5000, 2));
    for (const uint32_t count : {0u, 1u, 2u, 33u}) EXPECT_EQ(made("columns:0.01", count).size(), count);
    EXPECT_THROW(sort::parse_input("columns"), std::invalid_argument);
    EXPECT_THROW(sort::parse_input("columns:x"), std::invalid_argument);
    EXPECT_THROW(sort::parse_input("columns-teleport:0.1"), std::invalid_argument);
}

/// Else times of machines could not be compared.
TEST(ColumnInputs, are_the_same_on_every_machine) {
    const auto hash = [](const Words& keys) {
        uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a, by words
        for (const uint32_t key : keys) sum = (sum ^ key) * 0x100000001b3u;
        return sum;
    };
    EXPECT_EQ(hash(made("columns:0.001", 5000)), 7971591877577292169u);
    EXPECT_EQ(hash(made("columns-teleport:0.01:1%", 3000, 7)), 6717805321639796504u);
}

}  // namespace
