// `adaptive` through its own suite, its kernels emulated on the CPU: one tile a block, and many.
#include "tests/emu/emulated_memory.h"
#include "tests/emu/profile.h"
#include "tests/sort/sort_movers_suite.h"

namespace suite {

uint32_t migrating_count() { return 60001; }
uint32_t migrating_patterns() {
#ifdef SWEEPLAB_SANITIZED
    return 4;
#else
    return 40;
#endif
}

Scale scale() {
    Scale scale;
    scale.medium = 7001;
    scale.repeats = 6;
    scale.turns = 4;
    scale.patterns = 1000;
    scale.many = {20001, 45001};
    scale.thorough = false;
    scale.blocks = {3, 6, 12};
#ifdef SWEEPLAB_SANITIZED  // the same kernels and borders: what is said more than once costs most there
    scale.repeats = 2;
    scale.turns = 2;
    scale.patterns = 200;
    scale.many = {20001};
#endif
    return scale;
}

/// The size alone decides, not the keys: 2048 pairs per multiprocessor, of which the emulated device has three.
TEST_F(Adaptive, is_one_launch_while_a_full_sort_fits_the_blocks_and_two_beyond) {
    if (std::string(emu::profile().name) != "small") GTEST_SKIP() << "skipped: not the small device";
    const std::vector<std::string> one{"repair or full sort"}, two{"repair", "full sort"};
    for (const uint32_t count : {3u * 2048, 3u * 2048 + 1}) {
        prepare(count);
        for (const char* kind : {"displaced:8", "uniform"}) {
            StageCounter stages;
            sort::Options options;
            options.observer = &stages;
            check(made(kind, count), kind, options);
            EXPECT_EQ(stages.names, count == 3 * 2048 ? one : two) << kind << " " << count;
        }
    }
}

/// Not yet so many pairs that they migrate: tiles of windows for which the emulated device has a block each, and more.
TEST_F(Adaptive, repairs_many_tiles) {
    if (std::string(emu::profile().name) != "small") GTEST_SKIP() << "skipped: not the small device";
    for (const uint32_t count : scale().many) {
        prepare(count);
        EXPECT_EQ(check(made("displaced:8", count, 3), "displaced").path, kWindows);
        EXPECT_EQ(check(made("gas-teleport:0.01:0.1%", count, 3), "gas").path, kFullSort);
        for (const char* kind :
             {"sorted", "displaced:8", "gas:0.01", "teleport:0.1%", "uniform", "few:5", "displaced:300"}) {
            check(made(kind, count), kind);
        }
        check(made("displaced:8", count - 555, 3), "keys alone", {}, false, 1);
        StageCounter stages;
        sort::Options options;
        options.observer = &stages;
        for (const char* kind : {"displaced:8", "uniform"}) check(made(kind, count), kind, options);
    }
}

/// Where tiles are more than blocks, a block looks for a descent in its share of the keys, 32 at a time: one over the end
/// of those, of a round and of the share is seen as others are.
TEST_F(Adaptive, sees_a_descent_wherever_two_warps_or_shares_meet) {
    const uint32_t count = scale().many.back();
    prepare(count);
    const Words sorted = made("sorted", count);
    for (const uint32_t blocks : {3u, 6u}) {
        const uint32_t share = (count + blocks - 1) / blocks;
        for (const uint32_t begin : {0u, share, (blocks - 1) * share}) {
            for (const uint32_t at : {30u, 31u, 32u, 511u, 4095u, share - 2, share - 1}) {
                if (begin + at + 1 >= count) continue;
                Words keys = sorted;
                std::swap(keys[begin + at], keys[begin + at + 1]);
                const std::string place = std::to_string(at) + " behind " + std::to_string(begin);
                EXPECT_EQ(check(keys, place).path, kWindows) << place;
            }
        }
    }
}

TEST_F(Adaptive, sees_what_is_lost_of_many_tiles) {
    for (const uint32_t count : scale().many) {
        prepare_with_narrow_windows(count);
        check(displaced_by(count, 700), "first");
        EXPECT_EQ(check(displaced_by(count, 700), "windows too narrow").path, kFullSort);
    }
}

}  // namespace suite
