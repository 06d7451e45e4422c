// What the made inputs promise: bounds that are exact, shares and bands that are what their names say.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <stdexcept>

#include "sort/keys.h"
#include "sort/lab/inputs.h"

namespace {

using Words = std::vector<uint32_t>;

Words made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

std::string complaint(const std::string& text) {
    try {
        sort::parse_input(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

/// The largest |place - place in stable order|.
uint32_t largest_shift(const Words& keys) {
    Words order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    uint32_t largest = 0;
    for (uint32_t place = 0; place < order.size(); ++place) {
        largest = std::max(largest, order[place] > place ? order[place] - place : place - order[place]);
    }
    return largest;
}

TEST(SortInputs, displaced_moves_by_at_most_d_and_somewhere_by_exactly_d) {
    for (const uint32_t count : {2u, 3u, 10u, 1000u, 20000u}) {
        for (const uint32_t far : {1u, 2u, 5u, 31u, 500u, 100000u}) {
            for (const uint64_t seed : {1u, 2u, 3u}) {
                const Words keys = made("displaced:" + std::to_string(far), count, seed);
                EXPECT_EQ(largest_shift(keys), std::min(far, count - 1)) << count << " " << far;
            }
        }
    }
}

TEST(SortInputs, displaced_has_the_keys_of_sorted) {
    Words keys = made("displaced:40", 5000, 9);
    EXPECT_FALSE(std::is_sorted(keys.begin(), keys.end()));
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(keys, made("sorted", 5000, 9));
}

TEST(SortInputs, teleport_replaces_exactly_its_share) {
    for (const auto& [text, replaced] : std::map<std::string, size_t>{{"teleport:1%", 100},
                                                                      {"teleport:0.5%", 50},
                                                                      {"teleport:100%", 10000},
                                                                      {"teleport:0.0001%", 1}}) {
        const Words keys = made(text, 10000), sorted = made("sorted", 10000);
        size_t differ = 0;
        for (size_t i = 0; i < keys.size(); ++i) differ += keys[i] != sorted[i];
        EXPECT_EQ(differ, replaced) << text;
    }
}

TEST(SortInputs, entropy_sets_each_bit_once_in_2_to_the_k) {
    constexpr uint32_t kCount = 40000;
    for (const int words : {1, 2, 3, 5}) {
        double set = 0;
        for (const uint32_t key : made("entropy:" + std::to_string(words), kCount)) set += std::popcount(key);
        EXPECT_NEAR(set / (32.0 * kCount), 1.0 / (1 << words), 0.003) << words;
    }
    EXPECT_EQ(made("entropy:1", 100), made("uniform", 100));
    EXPECT_EQ(made("entropy:64", 100), Words(100, 0));
}

TEST(SortInputs, banded_uses_its_bits_and_no_others) {
    const std::pair<int, int> bands[] = {{0, 32}, {8, 24}, {31, 32}, {0, 1}};
    for (const auto& [low, high] : bands) {
        uint32_t any = 0, all = UINT32_MAX;
        for (const uint32_t key : made("banded:" + std::to_string(low) + "-" + std::to_string(high), 2000)) {
            any |= key;
            all &= key;
        }
        const auto mask = static_cast<uint32_t>((uint64_t{1} << high) - (uint64_t{1} << low));
        EXPECT_EQ(any, mask);
        EXPECT_EQ(all, 0u);
    }
}

TEST(SortInputs, gaussian_has_the_spread_of_a_mean_of_four) {
    constexpr uint32_t kCount = 100000;
    double sum = 0, squares = 0;
    for (const uint32_t key : made("gaussian", kCount)) {
        const double x = key / 4294967296.0;
        sum += x;
        squares += x * x;
    }
    const double mean = sum / kCount, variance = squares / kCount - mean * mean;
    EXPECT_NEAR(mean, 0.5, 0.005);
    EXPECT_NEAR(variance, 1.0 / 48, 0.0005);  // of one uniform number: 1/12
}

TEST(SortInputs, bucket_parts_ascend_range_by_range) {
    constexpr uint32_t kCount = 64 * 64 * 10;
    const Words keys = made("bucket", kCount);
    for (uint32_t i = 0; i < kCount; ++i) EXPECT_EQ(keys[i] >> 26, i / 10 % 64) << i;
}

TEST(SortInputs, staggered_parts_have_one_range_each) {
    constexpr uint32_t kCount = 64 * 100;
    const Words keys = made("staggered", kCount);
    std::map<uint32_t, uint32_t> part_of_range;
    for (uint32_t i = 0; i < kCount; ++i) part_of_range.emplace(keys[i] >> 26, i / 100);
    EXPECT_EQ(part_of_range.size(), 64u);
    for (const auto& [range, part] : part_of_range) EXPECT_EQ(range % 2 == 1, part < 32) << range;
}

TEST(SortInputs, zipf_halves_with_the_rank) {
    std::map<uint32_t, uint32_t> counts;
    for (const uint32_t key : made("zipf", 1000000)) ++counts[key];
    Words sizes;
    for (const auto& [key, size] : counts) sizes.push_back(size);
    std::sort(sizes.rbegin(), sizes.rend());
    EXPECT_NEAR(sizes[0], 1000000 / 11.667, 900);  // the harmonic number of 65,536
    EXPECT_NEAR(sizes[1] / double(sizes[0]), 0.5, 0.02);
    EXPECT_NEAR(sizes[3] / double(sizes[0]), 0.25, 0.02);
    EXPECT_EQ(counts.begin()->first, 0u);
}

TEST(SortInputs, sawtooth_falls_once_a_tooth) {
    const Words keys = made("sawtooth", 251 * 7 + 3);
    size_t descents = 0;
    for (size_t i = 1; i < keys.size(); ++i) descents += keys[i] < keys[i - 1];
    EXPECT_EQ(descents, 7u);
    EXPECT_EQ(made("zero", 50), Words(50, 0));
}

TEST(SortInputs, gas_moves_as_far_as_its_speed_says) {
    // Displacements grow with n^(2/3) and the speed: one axis of a cube, 26 % filled.
    EXPECT_NEAR(largest_shift(made("gas:0.01", 1u << 16)), 62, 20);
    EXPECT_NEAR(largest_shift(made("gas:0.01", 1u << 20)), 427, 120);
    EXPECT_NEAR(largest_shift(made("gas24:0.05", 1u << 16)), 291, 90);
    EXPECT_LT(largest_shift(made("gas:0.000001", 1u << 16)), 20u) << "equal floats only";
}

TEST(SortInputs, gas_fills_a_cube_whose_middle_is_0) {
    constexpr uint32_t kCount = 1u << 16;
    constexpr double kEdge = 50.918;  // (2^16 * pi / 6 / 0.26)^(1/3) diameters
    double lowest = 0, highest = 0, sum = 0;
    for (const uint32_t key : made("gas:0.01", kCount)) {
        const double place = sort::key_to_float(key);
        lowest = std::min(lowest, place);
        highest = std::max(highest, place);
        sum += place;
    }
    EXPECT_NEAR(lowest, -kEdge / 2 - 0.5, 0.02);
    EXPECT_NEAR(highest, kEdge / 2 - 0.5, 0.02);
    EXPECT_NEAR(sum / kCount, -0.5, 0.3);
    const Words fixed = made("gas24:100", kCount);  // bounces more than once
    EXPECT_LT(*std::max_element(fixed.begin(), fixed.end()), 1u << 24);
    EXPECT_GT(*std::max_element(fixed.begin(), fixed.end()), (1u << 24) - 5000);
}

TEST(SortInputs, gas24_has_the_order_of_gas) {
    const Words floats = made("gas-teleport:0.01:1%", 5000, 3),
                fixed = made("gas24-teleport:0.01:1%", 5000, 3);
    Words order(floats.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return floats[a] < floats[b]; });
    for (size_t i = 1; i < order.size(); ++i) EXPECT_LE(fixed[order[i - 1]], fixed[order[i]]) << i;
}

TEST(SortInputs, gas_teleports_exactly_its_share) {
    for (const auto& [text, moved] :
         std::map<std::string, size_t>{{"0.1%", 10}, {"10%", 1000}, {"0.0001%", 1}}) {
        const Words keys = made("gas-teleport:0.02:" + text, 10000), still = made("gas:0.02", 10000);
        size_t differ = 0;
        for (size_t i = 0; i < keys.size(); ++i) differ += keys[i] != still[i];
        EXPECT_EQ(differ, moved) << text;
    }
}

TEST(SortInputs, organ_pipe_rises_and_falls_and_one_intruder_stands_among_equals) {
    for (const uint32_t count : {1u, 2u, 3u, 1000u, 1001u}) {
        Words keys = made("organ-pipe", count);
        const auto middle = keys.begin() + (count + 1) / 2;
        EXPECT_TRUE(std::is_sorted(keys.begin(), middle)) << count;
        EXPECT_TRUE(std::is_sorted(middle, keys.end(), std::greater<>())) << count;
        std::sort(keys.begin(), keys.end());
        EXPECT_EQ(keys, made("sorted", count));
    }
    for (const uint64_t seed : {1, 2, 3}) {
        std::map<uint32_t, uint32_t> counts;
        for (const uint32_t key : made("intruder", 1000, seed)) ++counts[key];
        ASSERT_EQ(counts.size(), 2u);
        EXPECT_EQ(std::min(counts.begin()->second, counts.rbegin()->second), 1u);
    }
}

TEST(SortInputs, clusters_are_tight_and_lattices_have_planes) {
    std::map<uint32_t, uint32_t> cells;
    for (const uint32_t key : made("clusters:64", 64000)) ++cells[key >> 20];
    EXPECT_LT(cells.size(), 4096u / 5) << "most of the keys' range is empty";
    EXPECT_GT(cells.size(), 64u);

    std::map<uint32_t, uint32_t> planes;
    for (const uint32_t key : made("lattice:50", 50000)) ++planes[key];
    EXPECT_EQ(planes.size(), 50u);
    float expected = -25;
    for (const auto& [key, count] : planes) EXPECT_EQ(sort::key_to_float(key), expected++);
    for (const uint32_t key : made("exponent", 1000)) {
        EXPECT_GE(sort::key_to_float(key), 1.0f);
        EXPECT_LT(sort::key_to_float(key), 2.0f);
    }
}

using WideKeys = std::vector<uint64_t>;

WideKeys wide(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_wide_keys(sort::parse_input(input), count, seed);
}

/// The share of the places whose key is smaller than the one before.
double descents(const WideKeys& keys) {
    size_t found = 0;
    for (size_t i = 1; i < keys.size(); ++i) found += keys[i] < keys[i - 1];
    return static_cast<double>(found) / static_cast<double>(keys.size());
}

TEST(WideInputs, splats_have_tiles_and_depths_and_move_by_little) {
    constexpr uint32_t kCount = 100000;
    const WideKeys little = wide("splat:0.002", kCount), far = wide("splat:100", kCount);
    for (const uint64_t key : far) {
        EXPECT_LT(key >> 32, 8160u);
        const float depth = std::bit_cast<float>(static_cast<uint32_t>(key));
        EXPECT_GE(depth, 1.0f);
        EXPECT_LT(depth, 100.0f);
    }
    size_t tile_changes = 0;
    for (size_t i = 0; i < kCount; ++i) {
        tile_changes += little[i] >> 32 != far[i] >> 32 ? 1 : 0;
        if (i == 0 || little[i] >> 32 != little[i - 1] >> 32) continue;
        const float here = std::bit_cast<float>(static_cast<uint32_t>(little[i])),
                    before = std::bit_cast<float>(static_cast<uint32_t>(little[i - 1]));
        EXPECT_GT(here - before, -0.0041f) << "both moved by at most 0.002";
    }
    EXPECT_EQ(tile_changes, 0u) << "the same keys change their tile";
    WideKeys tiles = little;
    for (uint64_t& key : tiles) key >>= 32;
    EXPECT_NEAR(descents(tiles) * kCount, kCount / 2000, 10) << "one in 2,000 is in another tile";
    EXPECT_LT(descents(little), 0.002);
    EXPECT_GT(descents(far), 0.3);
}

TEST(WideInputs, contacts_are_pairs_of_near_bodies_of_which_a_share_is_new) {
    constexpr uint32_t kCount = 30000;
    const WideKeys all = wide("contacts:0.000001", kCount), some = wide("contacts:0.01", kCount);
    size_t differ = 0;
    for (size_t i = 0; i < kCount; ++i) {
        const uint64_t a = some[i] >> 32, b = some[i] & UINT32_MAX;
        EXPECT_LT(a, kCount / 3);
        EXPECT_GT(b, a);
        EXPECT_LE(b, a + 96);
        differ += all[i] != some[i] ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(differ), kCount / 100, 2);
    WideKeys sorted = all;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end()) << "no contact twice";
    EXPECT_LE(descents(all) * kCount, 1);
    EXPECT_NEAR(descents(some), 0.01, 0.003);
}

TEST(WideInputs, new_contacts_are_of_all_bodies_that_there_are) {
    for (const uint32_t count : {1u, 2u, 3u, 4u, 5u, 6u, 17u, 18u, 19u}) {
        uint64_t last = 0;
        bool first_too = false;
        for (uint64_t seed = 1; seed <= 60; ++seed) {
            for (const uint64_t key : wide("contacts:1", count, seed)) {
                last = std::max(last, key >> 32);
                first_too = first_too || key >> 32 == 0;
            }
        }
        EXPECT_EQ(last, (count - 1) / 3) << count << ": three contacts of each";
        EXPECT_TRUE(first_too) << count;
    }
}

TEST(WideInputs, of_32_bit_kinds_keep_what_their_names_say) {
    const WideKeys random = wide("uniform", 100000);
    const Words words = made("uniform", 100000);
    std::map<uint32_t, uint32_t> lower;
    for (size_t i = 0; i < random.size(); ++i) {
        EXPECT_EQ(random[i] >> 32, words[i]);
        ++lower[static_cast<uint32_t>(random[i] >> 24)];  // eight of the upper bits, and 24 lower ones
    }
    EXPECT_GT(lower.size(), 99990u);
    // Two keys with equal upper halves differ: their lower halves are random, too.
    const WideKeys many = wide("sorted", 1u << 19);
    size_t equal_upper = 0;
    for (size_t i = 1; i < many.size(); ++i) {
        EXPECT_LT(many[i - 1], many[i]);
        equal_upper += many[i - 1] >> 32 == many[i] >> 32 ? 1 : 0;
    }
    EXPECT_GT(equal_upper, 0u);
    WideKeys near = wide("displaced:5", 5000), few = wide("few:3", 5000);
    EXPECT_GT(descents(near), 0.1);
    std::sort(near.begin(), near.end());
    EXPECT_EQ(near, wide("sorted", 5000));
    std::sort(few.begin(), few.end());
    EXPECT_EQ(std::unique(few.begin(), few.end()) - few.begin(), 3);
    EXPECT_EQ(wide("gas:0.01", 100), sort::widened(made("gas:0.01", 100)));
    EXPECT_THROW(made("splat:0.002", 10), std::invalid_argument);
    for (const char* kind : {"splat:1", "contacts:1", "uniform", "displaced:3"}) {
        EXPECT_TRUE(wide(kind, 0).empty());
        EXPECT_EQ(wide(kind, 1).size(), 1u);
    }
}

TEST(SortInputs, stay_what_they_were) {
    // Golden sums: the same on every machine and with every compiler, so that measurements can be compared.
    const auto sum = [](const std::string& input) {
        uint64_t mixed = 0;
        for (const uint32_t key : made(input, 1000, 7)) mixed = sort::random_number(mixed, key);
        return mixed;
    };
    const std::map<std::string, uint64_t> golden = {
        {"uniform", 0x9a3add64a62f113dull},
        {"gaussian", 0x988543f95c7dfdbfull},
        {"sorted", 0x1294771c1887525eull},
        {"reversed", 0xd83e32158940a56bull},
        {"equal", 0xb4bd6cae98f914e0ull},
        {"few:16", 0xaf9ec69f7ae6a6efull},
        {"zero", 0xe488d26d891be599ull},
        {"bucket", 0x0108ea1beff48f4dull},
        {"staggered", 0xe99132fe9c4bf0f6ull},
        {"entropy:3", 0x0e745bc6d6c14c63ull},
        {"banded:8-24", 0x47797d09797ac367ull},
        {"swaps:5", 0x6e78228fcef486abull},
        {"displaced:5", 0xf3540f0ce05d2b7full},
        {"teleport:1%", 0xfc594f0f1f67b6f2ull},
        {"zipf", 0xbc58ea59f20e3093ull},
        {"sawtooth", 0x0edf4a0056a1a3efull},
        {"organ-pipe", 0x2d2ee0c0acf9087bull},
        {"intruder", 0xcb6d5ed705304f16ull},
        {"clusters:64", 0xde72b599a7699f29ull},
        {"lattice:64", 0x2909a9c2c08803a2ull},
        {"exponent", 0xb6be05c3424cd9f5ull},
        {"gas:0.01", 0xfb47ad11a49b75beull},
        {"gas24:0.01", 0xee258bf323bcb16full},
        {"gas-teleport:0.01:0.1%", 0x6d4eacfed975284dull},
        {"gas24-teleport:0.01:0.1%", 0x46a656a33d250b18ull},
        {"columns:0.001", 0x6b37950b70e992c7ull},
        {"columns-teleport:0.001:0.1%", 0xab0c3ee6a989a0a3ull},
    };
    for (const sort::InputKind& kind : sort::input_kinds()) {
        const auto known = golden.find(kind.example);
        EXPECT_EQ(sum(kind.example), known == golden.end() ? 0 : known->second) << kind.example;
    }
    const std::map<std::string, uint64_t> wide_golden = {{"splat:0.002", 0x7d94985debe9effaull},
                                                         {"contacts:0.01", 0x24f3c5a7cd2977c3ull},
                                                         {"uniform", 0xe0a72c5dbaacc33ull}};
    for (const auto& [input, expected] : wide_golden) {
        uint64_t mixed = 0;
        for (const uint64_t key : wide(input, 1000, 7)) mixed = sort::random_number(mixed, key);
        EXPECT_EQ(mixed, expected) << input;
    }
}

TEST(SortInputs, name_what_is_wrong_with_bands_shares_and_words) {
    for (const char* text : {"banded:", "banded:8", "banded:8-8", "banded:9-8", "banded:0-33", "banded:-8",
                             "banded:a-b", "banded:1-2-3", "banded:8-", "banded: 1-2"}) {
        EXPECT_NE(complaint(text).find("within 0-32"), std::string::npos) << text;
    }
    for (const char* text :
         {"teleport:", "teleport:1", "teleport:%", "teleport:0%", "teleport:101%", "teleport:-1%",
          "teleport:x%", "teleport:1e1%", "teleport:0.00001%", "teleport:1%%", "teleport:nan%"}) {
        EXPECT_NE(complaint(text).find("from 0.0001% to 100%"), std::string::npos) << text;
    }
    EXPECT_NE(complaint("entropy:65").find("from 1 to 64"), std::string::npos);
    EXPECT_NE(complaint("entropy").find("entropy:K"), std::string::npos);
    EXPECT_NE(complaint("banded").find("banded:LO-HI"), std::string::npos);
    for (const char* text : {"gas:", "gas:0", "gas:-1", "gas:x", "gas:101", "gas:0.0000001", "gas:1e-2",
                             "gas24:0.01:1%", "gas-teleport:x:1%"}) {
        EXPECT_NE(complaint(text).find("from 0.000001 to 100"), std::string::npos) << text;
    }
    EXPECT_NE(complaint("splat:0").find("from 0.000001 to 100"), std::string::npos);
    EXPECT_NE(complaint("splat").find("splat:M"), std::string::npos);
    EXPECT_NE(complaint("contacts:1.5").find("from 0.000001 to 1"), std::string::npos);
    EXPECT_NE(complaint("gas-teleport:0.01").find("gas-teleport:M:P%"), std::string::npos);
    EXPECT_NE(complaint("gas24-teleport:0.01:1").find("from 0.0001% to 100%"), std::string::npos);
    EXPECT_NE(complaint("lattice:1e8").find("from 1 to 8388608"), std::string::npos);
    EXPECT_EQ(sort::parse_input("gas:0.01").number, 10000u);
    EXPECT_EQ(sort::parse_input("gas-teleport:2:0.1%").end, 1000u);
    EXPECT_NE(complaint("zipf:2").find("takes no number"), std::string::npos);
    EXPECT_EQ(sort::parse_input("banded:8-24").end, 24u);
    EXPECT_EQ(sort::parse_input("teleport:0.1%").number, 1000u);
}

}  // namespace
