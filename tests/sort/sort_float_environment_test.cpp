// Sorts and the guard itself, whatever floating-point environment the caller's thread has.
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "sort/base/thread_arena.h"
#include "sort/pair_sorter.h"
#include "tests/float_environments.h"

namespace {

using float_environments::in_each;

TEST(FloatEnvironment, is_the_usual_one_while_it_lives_and_then_the_callers) {
    volatile float one = 1, third = 3, least = std::numeric_limits<float>::min();
    float quotient = 0, half = 0;
    bool usual = false, inner = false;
    in_each(
        [&] {
            const sort::FloatEnvironment environment;
            usual = float_environments::is_default();
            {
                const sort::FloatEnvironment nested;
                inner = float_environments::is_default();
            }
            quotient = -one / third;
            half = least / 2;
        },
        [&] {
            EXPECT_TRUE(usual);
            EXPECT_TRUE(inner);
            EXPECT_EQ(quotient, -0x1.555556p-2f);
            EXPECT_EQ(half, 0x1p-127f);
        });
}

TEST(FloatEnvironment, is_put_back_when_work_in_an_arena_throws) {
    bool caught = false;
    in_each(
        [&] {
            caught = false;
            try {
                sort::ThreadArena(2).execute([] {
                    float_environments::flush_subnormals();
                    throw 7;
                });
            } catch (int) {
                caught = true;
            }
        },
        [&] { EXPECT_TRUE(caught); });
}

template <class Key>
void sort_everywhere() {
    std::mt19937_64 random(5);
    for (const char* engine : {"cpu-adaptive", "cpu-radix", "tbb-sort"}) {
        for (const uint32_t count : {300u, 40001u}) {
            SCOPED_TRACE(std::string(engine) + ", " + std::to_string(count) + " keys");
            std::vector<Key> keys(count);
            for (Key& key : keys) key = Key(int64_t(random() % 100000) - 50000);
            if constexpr (std::is_floating_point_v<Key>)
                for (Key& key : keys) key *= std::numeric_limits<Key>::denorm_min();
            std::vector<uint32_t> order(count);
            std::iota(order.begin(), order.end(), 0u);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
            std::vector<Key> sorted;
            std::vector<uint32_t> values;
            in_each(
                [&] {
                    sorted = keys;
                    values.resize(count);
                    std::iota(values.begin(), values.end(), 0u);
                    sort::PairSorter sorter(count, {.engine = engine, .keys = sort::key_type_of<Key>()});
                    sorter.sort_pairs(sorted.data(), values.data(), count);
                },
                [&] { EXPECT_TRUE(values == order); });
        }
    }
}

TEST(FloatEnvironment, sorts_of_subnormal_floats_are_right) { sort_everywhere<float>(); }
TEST(FloatEnvironment, sorts_of_subnormal_doubles_are_right) { sort_everywhere<double>(); }
TEST(FloatEnvironment, sorts_of_integers_do_not_trap) { sort_everywhere<uint32_t>(); }

}  // namespace
