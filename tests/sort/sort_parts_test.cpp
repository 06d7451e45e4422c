// The registry, the made inputs and the CPU's order check.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <set>
#include <string>

#include "sort/base/numbers.h"
#include "sort/engines/bucketsort/model_splitters.h"
#include "sort/engines/order_check.h"
#include "sort/engines/warpsort/plan.h"
#include "sort/lab/host_sort.h"
#include "sort/lab/inputs.h"
#include "sort/registry.h"

namespace {

std::vector<uint32_t> made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

/// What parse_input says about a wrong text.
std::string complaint(const std::string& text) {
    try {
        sort::parse_input(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(SortRegistry, every_engine_has_a_file_of_its_name_and_every_cuda_file_an_engine) {
    const auto rooms = std::filesystem::path(SWEEPLAB_ROOT) / "sort" / "engines";
    const auto cuda_names = sort::cuda_engine_names();
    const auto is_cuda = [&](const std::string& name) {
        return std::find(cuda_names.begin(), cuda_names.end(), name) != cuda_names.end();
    };
    size_t found = 0, cuda_files = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(rooms)) {
        const std::string extension = file.path().extension();
        if (extension != ".cpp" && extension != ".cu") continue;
        std::string name = file.path().stem();
        std::replace(name.begin(), name.end(), '_', '-');
        const sort::Engine* engine = sort::find_engine(name);
        const bool in_a_room = file.path().parent_path() != rooms;
        const bool needs_headers = name == "cub-newest" || name == "cusort";
        if (needs_headers && !is_cuda(name)) continue;  // this build has none
        if (extension == ".cu" && in_a_room) {
            ++cuda_files;
            EXPECT_TRUE(is_cuda(name)) << name;
#ifdef SWEEPLAB_HAS_CUDA
            EXPECT_NE(engine, nullptr) << file.path();
#endif
        }
        if (!engine) continue;
        ++found;
        EXPECT_EQ(engine->backend == sort::Backend::cuda, extension == ".cu") << name;
    }
    EXPECT_EQ(found, sort::engines().size());
    EXPECT_EQ(cuda_files, cuda_names.size());
}

TEST(SortRegistry, engines_are_listed_by_name_once) {
    const auto all = sort::engines();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const sort::Engine& a, const sort::Engine& b) {
        return std::string(a.name) < b.name;
    }));
    for (const sort::Engine& engine : all) EXPECT_EQ(sort::find_engine(engine.name), &engine);
    EXPECT_EQ(sort::find_engine("no-such-sort"), nullptr);
    sort::Engine twice = all[0];
    twice.sentence = "another of the same name";
    EXPECT_FALSE(sort::add_engine(twice));
    EXPECT_STRNE(sort::find_engine(twice.name)->sentence, twice.sentence) << "the first stays";
}

TEST(SortInputs, are_what_their_names_say) {
    const uint32_t count = 10000;
    const auto uniform = made("uniform", count), sorted = made("sorted", count);
    EXPECT_FALSE(std::is_sorted(uniform.begin(), uniform.end()));
    auto copy = uniform;
    std::sort(copy.begin(), copy.end());
    EXPECT_EQ(copy, sorted);
    std::reverse(copy.begin(), copy.end());
    EXPECT_EQ(made("reversed", count), copy);

    const auto distinct = [](const std::vector<uint32_t>& keys) {
        return std::set<uint32_t>(keys.begin(), keys.end()).size();
    };
    EXPECT_EQ(distinct(made("equal", count)), 1u);
    EXPECT_EQ(distinct(made("few:7", count)), 7u);
    EXPECT_GT(distinct(uniform), 9990u);

    const auto swapped = made("swaps:3", count);
    size_t moved = 0;
    for (uint32_t i = 0; i < count; ++i) moved += swapped[i] != sorted[i] ? 1 : 0;
    EXPECT_GE(moved, 2u);
    EXPECT_LE(moved, 6u);

    for (const sort::InputKind& kind : sort::input_kinds()) {
        for (const uint32_t n : {0u, 1u, 2u, 33u}) EXPECT_EQ(made(kind.example, n).size(), n);
    }
}

TEST(SortInputs, depend_on_the_seed_alone) {
    EXPECT_EQ(made("uniform", 1000, 5), made("uniform", 1000, 5));
    EXPECT_NE(made("uniform", 1000, 5), made("uniform", 1000, 6));
    EXPECT_EQ(made("uniform", 4, 1)[0], made("uniform", 1000, 1)[0]);
}

TEST(SortInputs, take_numbers_as_the_command_line_does) {
    EXPECT_EQ(sort::parse_input("few:16").number, 16u);
    EXPECT_EQ(sort::parse_input("swaps:1e3").number, 1000u);
    EXPECT_EQ(sort::parse_input("swaps:2k").number, 2000u);
    EXPECT_EQ(sort::parse_input("swaps:4Ki").number, 4096u);
    EXPECT_EQ(sort::parse_input("few:1.5M").number, 1500000u);
    EXPECT_EQ(sort::parse_input("few:1Mi").number, 1048576u);
    EXPECT_EQ(sort::parse_input("few:1K").number, 1000u);
}

TEST(SortNumbers, are_exact_and_scaled_by_unit_and_exponent) {
    const auto value = [](const char* text) {
        const sort::WholeNumber number = sort::parse_whole_number(text);
        EXPECT_EQ(number.fault, sort::NumberFault::none) << text;
        return number.value;
    };
    EXPECT_EQ(value("0"), 0u);
    EXPECT_EQ(value("000.000e9"), 0u);
    EXPECT_EQ(value("+7"), 7u);
    EXPECT_EQ(value("100"), 100u);
    EXPECT_EQ(value(".5k"), 500u);
    EXPECT_EQ(value("0.5Ki"), 512u);
    EXPECT_EQ(value("1.5E+3k"), 1500000u);
    EXPECT_EQ(value("12000e-3"), 12u);
    EXPECT_EQ(value("9007199254740993"), 9007199254740993u);
    EXPECT_EQ(value("18446744073709551615"), 18446744073709551615u);
    EXPECT_EQ(value("0.000000000000000000000000000000000000001e39"), 1u);
}

TEST(SortNumbers, say_what_is_wrong) {
    using enum sort::NumberFault;
    const auto fault = [](const char* text) { return sort::parse_whole_number(text).fault; };
    for (const char* text : {"", ".", "+", "x", "1x", "1 k", "1e", "1ke3", "1.2.3", "nan", "0x10", "--1"}) {
        EXPECT_EQ(fault(text), *text == '-' ? negative : not_a_number) << text;
    }
    for (const char* text : {"-1", "-0", "-"}) EXPECT_EQ(fault(text), negative) << text;
    for (const char* text : {"1.5", "0.0005k", "1e-1", "1e-99999999999"}) {
        EXPECT_EQ(fault(text), fraction) << text;
    }
    for (const char* text : {"18446744073709551616", "1e20", "1e99999999999", "18446744073709551615k",
                             "123456789012345678901234567890123456789"}) {
        EXPECT_EQ(fault(text), too_big) << text;
    }
}

/// The number that digits and an exponent of any length are, by their text alone, in which nothing overflows: with zeros
/// behind the digits, or with as many taken off.
sort::WholeNumber by_text(std::string digits, bool negative, const std::string& exponent) {
    constexpr size_t kMany = 60;  // more zeros change nothing: digits are fewer
    const std::string zeros(exponent.size() > 3 ? kMany : std::stoul(exponent), '0');
    if (negative) {
        digits = zeros + digits;
        const size_t point = digits.size() - zeros.size();
        if (digits.find_first_not_of('0', point) != digits.npos) return {0, sort::NumberFault::fraction};
        digits.resize(point);
    } else {
        digits += zeros;
    }
    uint64_t value = 0;
    for (const char digit : digits) {
        if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
            __builtin_add_overflow(value, uint64_t(digit - '0'), &value))
            return {0, sort::NumberFault::too_big};
    }
    return {value};
}

TEST(SortNumbers, are_what_their_decimal_text_says_whatever_the_exponent) {
    // 2^32, 2^64, 2^128 and what is just above: an integer that overflows takes them for small ones.
    const char* const large[] = {"4294967296",           "4294967299",
                                 "8589934592",           "42949672960",
                                 "18446744073709551616", "340282366920938463463374607431768211456"};
    std::mt19937 random(5);
    for (int k = 0; k < 4000; ++k) {
        const std::string digits = std::to_string(random() % (k % 2 ? 1000u : 1000000000u));
        const std::string exponent =
            k % 5 == 0 ? large[random() % std::size(large)] : std::to_string(random() % 25);
        const bool negative = random() % 4 == 0;
        const std::string text = digits + (negative ? "e-" : random() % 2 ? "e+00" : "E") + exponent;
        const sort::WholeNumber number = sort::parse_whole_number(text),
                                expected = by_text(digits, negative, exponent);
        ASSERT_EQ(number.fault, expected.fault) << text;
        ASSERT_EQ(number.value, expected.value) << text;
    }
}

TEST(HostSort, says_how_long_the_sort_took) {
    const sort::Engine& engine = *sort::find_engine("std-sort");
    std::vector<uint32_t> keys = made("uniform", 20000), values(keys.size());
    const auto sorter = sort::make_sorter(engine, 20000);
    const auto start = std::chrono::steady_clock::now();
    const sort::HostSort done =
        sort::sort_host_arrays(engine, *sorter, keys.data(), values.data(), 20000, {});
    const std::chrono::duration<double, std::milli> around = std::chrono::steady_clock::now() - start;
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    EXPECT_GT(done.sort_ms, 0);
    EXPECT_LE(done.sort_ms, around.count());
}

TEST(SortInputs, say_what_is_wrong) {
    EXPECT_NE(complaint("unifrom").find("unknown input 'unifrom'"), std::string::npos);
    EXPECT_NE(complaint("unifrom").find("few:K"), std::string::npos);
    EXPECT_NE(complaint("few").find("needs a number"), std::string::npos);
    EXPECT_NE(complaint("sorted:3").find("takes no number"), std::string::npos);
    for (const char* text :
         {"few:", "few:0", "few:-1", "few:1.5", "few:x", "few:3x", "few:1e12", "few:nan", "few:1 k"}) {
        EXPECT_NE(complaint(text).find("not a whole number"), std::string::npos) << text;
    }
    EXPECT_NE(complaint(""), "");
}

TEST(SortOrderCheck, finds_a_descent_wherever_it_is) {
    const sort::KeyBits all = sort::key_bits(0, 32);
    for (const uint32_t count : {0u, 1u, 2u, 3u, 1023u, 1024u, 1025u, 1026u, 6000u, 300000u}) {
        std::vector<uint32_t> keys(count);
        for (uint32_t i = 0; i < count; ++i) keys[i] = 3 * i + 10;
        EXPECT_TRUE(sort::in_order(keys.data(), count, all));
        if (count < 2) continue;
        for (uint32_t at = 1; at < count; at += count < 7000 ? 1 : 9973) {
            keys[at] -= 4;
            EXPECT_FALSE(sort::in_order(keys.data(), count, all)) << count << " " << at;
            keys[at] += 4;
        }
        keys[count - 1] = 0;
        EXPECT_FALSE(sort::in_order(keys.data(), count, all)) << count;
    }
}

TEST(SortOrderCheck, looks_only_at_its_bits) {
    const uint32_t keys[] = {0x10, 0x21, 0x12, 0x03};
    EXPECT_TRUE(sort::in_order(keys, 4, sort::key_bits(0, 4)));
    EXPECT_FALSE(sort::in_order(keys, 4, sort::key_bits(0, 8)));
    EXPECT_TRUE(sort::in_order(keys, 4, sort::key_bits(5, 5)));
    const uint32_t equal[] = {4, 4, 4};
    EXPECT_TRUE(sort::in_order(equal, 3, sort::key_bits(0, 32)));
}

/// The fetch called uncoalesced is: the lanes of each load read from as many sectors of 32 bytes as there can be.
TEST(Warpsort, uncoalesced_loads_touch_a_sector_per_lane) {
    using sort::warpsort::kLanes;
    for (const auto& [items, expected] : {std::pair{8u, 32u}, {4u, 16u}, {1u, 4u}}) {
        std::set<uint32_t> places;
        for (uint32_t i = 0; i < items; ++i) {
            std::set<uint32_t> sectors;
            for (uint32_t lane = 0; lane < kLanes; ++lane) {
                const uint32_t place = sort::warpsort::place_apart(i, lane, items);
                EXPECT_EQ(place % kLanes, lane) << "a lane keeps its column";
                places.insert(place);
                sectors.insert(place / 8);
            }
            EXPECT_EQ(sectors.size(), expected) << items << " items, load " << i;
        }
        EXPECT_EQ(places.size(), kLanes * items) << "each pair once";
        EXPECT_EQ(*places.rbegin(), kLanes * items - 1);
    }
}

/// Samples are drawn from the whole input: as many from each tenth, and no place often.
TEST(Warpsort, samples_lie_all_over_the_input) {
    for (const uint32_t count : {10u, 1000u, 4'000'000'000u}) {
        constexpr uint32_t kSamples = 10000;
        uint32_t of_tenth[10] = {};
        for (uint32_t sample = 0; sample < kSamples; ++sample) {
            const uint32_t place = sort::warpsort::sample_position(sample, count);
            ASSERT_LT(place, count);
            ++of_tenth[uint64_t{place} * 10 / count];
        }
        for (const uint32_t of_one : of_tenth) EXPECT_NEAR(of_one, kSamples / 10, 120) << count;
    }
}

using Words = std::vector<uint32_t>;

/// Four buckets of eight samples: a splitter comes from the eight from the fifth of a bucket on.
TEST(BucketsortSplitters, are_in_the_middle_of_eight_samples_or_in_the_gap_among_them) {
    struct Case {
        const char* what;
        std::function<uint32_t(uint32_t)> sample;
        Words splitters;
    };
    const Case cases[] = {
        {"even", [](uint32_t i) { return 10 * i; }, {80, 160, 240}},
        {"equal", [](uint32_t) { return 7u; }, {7, 7, 7}},
        {"gaps before samples 6 and 22",
         [](uint32_t i) { return i + (i >= 6 ? 1000 : 0) + (i >= 22 ? 5000 : 0); },
         {506, 1016, 3522}},
        {"gaps before keys that are there twice",
         [](uint32_t i) { return i / 2 * 2 + (i >= 6 ? 1000 : 0) + (i >= 22 ? 5000 : 0); },
         {1006, 1016, 6022}},
    };
    for (const Case& one : cases) {
        Words samples;
        for (uint32_t i = 0; i < 32; ++i) samples.push_back(one.sample(i));
        const sort::bucketsort::SplitterMap map(samples);
        EXPECT_EQ(map.splitters(), one.splitters) << one.what;
        for (uint32_t key = 0; key < 7000;
             ++key) {  // a key that several share has the bucket before the last
            uint32_t bucket = 0, same = 0;
            for (const uint32_t splitter : one.splitters) {
                bucket += splitter <= key ? 1 : 0;
                same += splitter == key ? 1 : 0;
            }
            ASSERT_EQ(map(key), same > 1 ? bucket - 1 : bucket) << one.what << ", key " << key;
        }
        for (uint32_t bucket = 0; bucket < 4; ++bucket) {
            const bool one_key =
                bucket > 0 && bucket < 3 && one.splitters[bucket] == one.splitters[bucket - 1];
            EXPECT_EQ(map.has_one_key(bucket), one_key) << one.what << ", bucket " << bucket;
        }
    }
}
