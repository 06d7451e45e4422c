// cpu-adaptive's ways: which one it takes, that each gives the stable order, and that its checks bite when a
// step is left out.
#include "sort/engines/cpu/cpu_adaptive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

#include "sort/base/digits.h"
#include "sort/engines/cpu/predict.h"
#include "sort/key_bits.h"
#include "sort/lab/inputs.h"

namespace {

using sort::cpu::Path;
using sort::cpu::RepairFaults;
using Words = std::vector<uint32_t>;

constexpr uint32_t kWindow = sort::cpu::kLeastWindow, kHalf = kWindow / 2;

Words made(const char* input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

/// A sort and its judgement: against std::stable_sort, with values that are not in order themselves.
struct Result {
    bool right = false;
    Path path = Path::in_order;
    uint32_t windows = 0, max_shift = 0, furthest = 0;  // as reported, and as it is
};

Result sorted_by(sort::Sorter& sorter, const Words& keys, sort::Options options = {},
                 bool with_values = true) {
    const uint32_t count = static_cast<uint32_t>(keys.size());
    const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
    Words order(count), values = made("uniform", count, 77), sorted = keys, moved = values;
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); });
    sort::Report report{9, 9, 9, 9, 9};
    options.report = &report;
    sorter.sort({sorted.data(), with_values ? moved.data() : nullptr, count}, nullptr, options);
    Result result{true, static_cast<Path>(report.path), report.windows, report.max_shift};
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t from = order[i];
        result.right &= sorted[i] == keys[from] && (!with_values || moved[i] == values[from]);
        result.furthest = std::max(result.furthest, from < i ? i - from : from - i);
    }
    return result;
}

Result sorted(const Words& keys, const RepairFaults& faults = {}, int threads = 2) {
    return sorted_by(*sort::cpu::make_cpu_adaptive(static_cast<uint32_t>(keys.size()), threads, faults),
                     keys);
}

/// Pair `from` of what was in order stands at place `to`; those between make room.
Words with_one_moved(Words keys, uint32_t from, uint32_t to) {
    if (from < to) {
        std::rotate(keys.begin() + from, keys.begin() + from + 1, keys.begin() + to + 1);
    } else {
        std::rotate(keys.begin() + to, keys.begin() + from, keys.begin() + from + 1);
    }
    return keys;
}

/// A guide is the median of three medians of three, of nine keys of its step; between which keys a pair must be to stay
/// follows from the guides about its step.
template <class Key, class Bits>
void compare_guides(Bits bits, uint64_t seed) {
    constexpr uint32_t kStep = kWindow / sort::cpu::kStepsAWindow;
    constexpr uint32_t kCount = 2 * kWindow + 3 * kStep + 500, kSteps = kCount / kStep + 1;
    std::mt19937_64 random(seed);
    std::vector<Key> keys(kCount), guides(kSteps);
    for (uint32_t i = 0; i < kCount; ++i) keys[i] = Key{i / kStep} * 5000 + Key(random() % 20000);
    const auto median = [](std::array<Key, 3> three) {
        std::ranges::sort(three);
        return three[1];
    };
    for (uint32_t step = 0; step < kSteps; ++step) {
        const uint32_t held = std::min(kStep, kCount - step * kStep), stride = held / 9;
        const Key* const nine = &keys[step * kStep + stride / 2];
        std::array<Key, 3> medians;
        for (uint32_t k = 0; k < 3; ++k)
            medians[k] = median({nine[k * stride], nine[(k + 3) * stride], nine[(k + 6) * stride]});
        guides[step] = median(medians);
    }
    sort::cpu::Prediction<Key> prediction(kCount);
    prediction.look(keys.data(), kCount, bits, kWindow, [](uint32_t count, auto work) {
        for (uint32_t i = count; i-- > 0;) work(i);
    });
    for (uint32_t step = 0; step < kSteps; ++step) {
        Key least = step < 2 ? 0 : std::min(guides[step - 2], guides[step - 1]);
        Key most = step + 3 < kSteps ? std::max(guides[step + 1], guides[step + 2]) : ~Key{0};
        if (least > most) least = 0, most = ~Key{0};
        EXPECT_EQ(prediction.between(step).least, least) << seed << ", step " << step;
        EXPECT_EQ(prediction.between(step).most, most) << seed << ", step " << step;
    }
}

TEST(CpuAdaptive, expects_pairs_between_the_guides_of_the_steps_about_theirs) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        compare_guides<uint32_t>(sort::key_bits(0, 32), seed);
        compare_guides<uint64_t>(sort::wide_key_bits<uint64_t>(0, 64, sort::KeyType::u64), seed);
    }
}

TEST(CpuAdaptive, repairs_a_moving_gas_in_windows) {
    for (const char* input : {"gas:0.01", "gas24:0.01", "gas:0.001", "gas:0.1"}) {
        for (const uint32_t count : {2 * kWindow, 2 * kWindow + 1, 100000u, 300001u}) {
            const Result result = sorted(made(input, count));
            EXPECT_TRUE(result.right) << input << ", n = " << count;
            EXPECT_EQ(result.path, Path::windows) << input << ", n = " << count;
            EXPECT_EQ(result.max_shift, result.furthest) << input << ", n = " << count;
            EXPECT_GT(result.windows, 0u);
        }
    }
}

TEST(CpuAdaptive, knows_what_windows_are_not_for) {
    EXPECT_EQ(sorted(made("sorted", 100000)).path, Path::in_order);
    for (const char* input : {"uniform", "reversed", "few:16", "organ-pipe"}) {
        const Result result = sorted(made(input, 100000));
        EXPECT_TRUE(result.right) << input;
        EXPECT_EQ(result.path, Path::full) << input;
    }
    const Result small = sorted(made("gas:0.01", 1000));
    EXPECT_TRUE(small.right);
    EXPECT_EQ(small.path, Path::full) << "in the cache anyway";
}

TEST(CpuAdaptive, repairs_shifts_of_half_a_window_about_every_border) {
    RepairFaults faults;
    faults.window = kWindow;
    faults.no_movers = true;
    const uint32_t count = 4 * kWindow + 100;
    const auto sorter = sort::cpu::make_cpu_adaptive(count, 2, faults);
    const Words in_order = made("sorted", count);
    for (uint32_t border = kHalf; border < count; border += kHalf) {
        for (uint32_t at = border - 2; at <= border + 2; ++at) {
            for (const uint32_t distance : {1u, 2u, 31u, kHalf - 1, kHalf, kHalf + 1, kWindow}) {
                for (const bool right : {false, true}) {
                    if (right ? at + distance >= count : at < distance) continue;
                    const uint32_t to = right ? at + distance : at - distance;
                    const Result result = sorted_by(*sorter, with_one_moved(in_order, at, to));
                    ASSERT_TRUE(result.right) << at << " moved to " << to;
                    if (distance <= kHalf) {
                        ASSERT_EQ(result.path, Path::windows) << at << " moved to " << to;
                        ASSERT_EQ(result.max_shift, result.furthest);
                    }
                    Words exchanged = in_order;
                    std::swap(exchanged[at], exchanged[to]);
                    ASSERT_TRUE(sorted_by(*sorter, exchanged).right) << at << " and " << to << " exchanged";
                }
            }
        }
    }
}

TEST(CpuAdaptive, keeps_ties_in_order_across_borders) {
    for (const uint32_t run : {2u, 100u, kHalf, kWindow, 3 * kWindow}) {
        Words keys = made("gas:0.01", 6 * kWindow + 5);
        for (uint32_t& key : keys) key = key / run / 64;
        const Result result = sorted(keys);
        EXPECT_TRUE(result.right) << "about " << run << " equal";
    }
    for (const uint32_t at : {0u, kHalf, kWindow - 1, kWindow, 3 * kWindow, 5 * kWindow - 1}) {
        for (const uint32_t intruder : {0u, 0xffffffffu}) {
            Words keys(5 * kWindow, 7);
            keys[at] = intruder;
            EXPECT_TRUE(sorted(keys).right) << intruder << " at " << at;
        }
    }
}

TEST(CpuAdaptive, sets_a_few_far_movers_aside) {
    for (const uint32_t count : {50000u, 262144u}) {
        const Result few = sorted(made("gas-teleport:0.01:0.1%", count));
        EXPECT_TRUE(few.right);
        EXPECT_EQ(few.path, Path::windows_and_movers);
        EXPECT_LT(few.max_shift, kWindow) << "movers are not counted";
        for (const char* many : {"gas-teleport:0.01:1%", "gas-teleport:0.01:5%"}) {
            const Result result = sorted(made(many, count));
            EXPECT_TRUE(result.right) << many;
            EXPECT_EQ(result.path, Path::full) << many;
        }
    }
    const Result large = sorted(made("gas-teleport:0.01:0.1%", sort::cpu::kMostPairsWithMovers + 1));
    EXPECT_TRUE(large.right);
    EXPECT_EQ(large.path, Path::full);
}

TEST(CpuAdaptive, brings_movers_in_among_their_equals) {
    const uint32_t count = 8 * kWindow + 77;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        for (const uint32_t run : {1u, 64u, 5000u}) {
            Words keys(count);
            for (uint32_t i = 0; i < count; ++i)
                keys[i] = (i + static_cast<uint32_t>(sort::random_number(seed, i) % 300)) / run + 5;
            const uint64_t movers = 1 + seed % 50;
            for (uint64_t k = 0; k < movers; ++k) {
                const uint64_t random = sort::random_number(seed + 1000, k);
                keys[random % count] = static_cast<uint32_t>((random >> 32) % count) / run + 5;
            }
            ASSERT_TRUE(sorted(keys).right) << "seed " << seed << ", about " << run << " equal";
        }
    }
}

TEST(CpuAdaptive, checks_every_border) {
    RepairFaults no_merges;
    no_merges.skip_merges = true;
    RepairFaults blind = no_merges;
    blind.skip_the_check = true;
    for (const char* input : {"gas:0.01", "gas-teleport:0.01:0.1%"}) {
        Words keys = made(input, 100000);
        const Result caught = sorted(keys, no_merges);
        EXPECT_TRUE(caught.right) << input;
        EXPECT_EQ(caught.path, Path::full) << input;
        EXPECT_FALSE(sorted(keys, blind).right) << input << ": nothing but the check saw it";
        for (uint32_t& key : keys) key >>= 18;  // many equal ones about the movers that are put back
        EXPECT_TRUE(sorted(keys, no_merges).right) << input << " with ties";
    }

    RepairFaults crowded;  // teleports stay in the windows: beyond what they can repair
    crowded.no_movers = true;
    const Words teleports = made("gas-teleport:0.01:0.1%", 100000);
    const Result caught = sorted(teleports, crowded);
    EXPECT_TRUE(caught.right);
    EXPECT_EQ(caught.path, Path::full);
    crowded.skip_the_check = true;
    EXPECT_FALSE(sorted(teleports, crowded).right);
}

TEST(CpuAdaptive, checks_each_single_border) {
    RepairFaults no_merges;
    no_merges.window = kWindow;
    no_merges.skip_merges = true;
    const uint32_t count = 6 * kWindow;
    const auto sorter = sort::cpu::make_cpu_adaptive(count, 2, no_merges);
    for (uint32_t border = kWindow; border < count; border += kWindow) {
        const Result result = sorted_by(*sorter, with_one_moved(made("sorted", count), border - 1, border));
        EXPECT_TRUE(result.right);
        EXPECT_EQ(result.path, Path::full) << "border at " << border;
    }
}

TEST(CpuAdaptive, sorts_bits_and_keys_alone_in_every_way) {
    for (const char* input : {"gas24:0.01", "gas24-teleport:0.01:0.1%", "uniform"}) {
        Words keys = made(input, 70000);
        for (uint32_t& key : keys) key = key << 4 | (key * 2654435761u >> 28);  // noise below
        const auto sorter = sort::cpu::make_cpu_adaptive(70000, 2);
        for (const bool with_values : {true, false}) {
            sort::Options options;
            EXPECT_TRUE(sorted_by(*sorter, keys, options, with_values).right) << input;
            options.begin_bit = 4;
            options.end_bit = 28;
            const Result result = sorted_by(*sorter, keys, options, with_values);
            EXPECT_TRUE(result.right) << input << ", bits 4 to 28";
            if (std::string(input) != "uniform") {
                EXPECT_NE(result.path, Path::full) << input;
            }
        }
    }
}

TEST(CpuAdaptive, gives_one_result_a_thousand_times) {
    const uint32_t count = 20000;
    const auto sorter = sort::cpu::make_cpu_adaptive(count, 2);
    const char* const kInputs[] = {"gas:0.01",      "uniform", "gas-teleport:0.01:0.1%", "gas:1",
                                   "gas24:0.00001", "sorted",  "gas-teleport:0.01:5%",   "reversed"};
    for (int repeat = 0; repeat < 1000; ++repeat) {  // whatever the sorts before left behind
        const char* input = kInputs[(repeat * 5 + repeat / 8) % 8];
        ASSERT_TRUE(sorted_by(*sorter, made(input, count)).right) << input << ", repeat " << repeat;
    }
    const Words gas = made("gas:0.01", 200000);
    for (const int threads : {1, 2, 3, 7}) EXPECT_TRUE(sorted(gas, {}, threads).right) << threads;
}

TEST(CpuAdaptive, follows_a_thousand_frames) {
    const uint32_t count = 3 * kWindow;
    const auto sorter = sort::cpu::make_cpu_adaptive(count, 2);
    Words keys = made("sorted", count);
    for (uint32_t& key : keys) key = key / 2 + (1u << 30);
    uint32_t repaired = 0;
    for (uint32_t frame = 0; frame < 1000; ++frame) {
        const uint32_t speed = frame / 100 % 3 * 2000000 + 1;  // asleep, awake, faster
        for (uint32_t i = 0; i < count; ++i)
            keys[i] += static_cast<uint32_t>(sort::random_number(frame, i) % speed) - speed / 2;
        if (frame % 50 == 7) keys[frame * 17 % count] = frame << 22;  // somebody teleports
        const Result result = sorted_by(*sorter, keys);
        ASSERT_TRUE(result.right) << "frame " << frame;
        repaired += result.path != Path::full && result.path != Path::in_order ? 1 : 0;
        std::sort(keys.begin(), keys.end());
    }
    EXPECT_GT(repaired, 600u);
}

}  // namespace
