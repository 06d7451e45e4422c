// The parts of `bench sort`: a wrong result is found, typed keys keep their order, tables line up.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <sstream>

#include "app/base/errors.h"
#include "app/bench/common/table.h"
#include "app/bench/sort/sort_case.h"
#include "app/bench/sort/sort_input.h"
#include "app/bench/sort/typed_keys.h"
#include "app/bench/sort/typed_sorts.h"
#include "app/measure/sort_check.h"
#include "sort/lab/arrays.h"
#include "sort/lab/cold_caches.h"
#include "sort/lab/libraries/segmented_sort.h"

namespace {

using app::SortReference;
using sort::KeyType;

const sort::Engine kStable{"true", "", "", sort::Backend::cpu, true, nullptr, nullptr};
const sort::Engine kUnstable{"loose", "", "", sort::Backend::cpu, false, nullptr, nullptr};

const std::vector<uint32_t> kKeys = {5, 2, 7, 2, 0};  // in order: 0 2 2 5 7, from 4 1 3 0 2

TEST(SortReferenceCheck, takes_the_one_stable_order) {
    const SortReference reference(KeyType::u32, kKeys.data(), 5);
    EXPECT_EQ(reference.order(), (std::vector<uint32_t>{4, 1, 3, 0, 2}));
    EXPECT_NO_THROW(reference.check_order(kStable, reference.order()));
    const std::vector<uint32_t> equal_keys_exchanged = {4, 3, 1, 0, 2};
    EXPECT_THROW(reference.check_order(kStable, equal_keys_exchanged), app::CheckFailed);
    EXPECT_NO_THROW(reference.check_order(kUnstable, equal_keys_exchanged));
}

TEST(SortReferenceCheck, finds_lost_doubled_and_misplaced_keys) {
    const SortReference reference(KeyType::u32, kKeys.data(), 5);
    for (const std::vector<uint32_t>& wrong : std::vector<std::vector<uint32_t>>{
             {4, 1, 3, 0}, {4, 1, 1, 0, 2}, {4, 1, 3, 2, 0}, {4, 1, 3, 0, 9}, {0, 1, 2, 3, 4}}) {
        EXPECT_THROW(reference.check_order(kStable, wrong), app::CheckFailed);
        EXPECT_THROW(reference.check_order(kUnstable, wrong), app::CheckFailed);
    }
    EXPECT_NO_THROW(reference.check_keys(kStable, kKeys, {0, 2, 2, 5, 7}));
    EXPECT_THROW(reference.check_keys(kStable, kKeys, {0, 2, 2, 7, 5}), app::CheckFailed);
    EXPECT_THROW(reference.check_keys(kUnstable, kKeys, {0, 2, 5, 5, 7}), app::CheckFailed);
    EXPECT_THROW(reference.check_keys(kStable, kKeys, {0, 2, 2, 5}), app::CheckFailed);
}

TEST(SortReferenceCheck, knows_floats_and_bits) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> floats = {2.0f, nan, -0.0f, 0.0f, -nan};
    EXPECT_EQ(SortReference(KeyType::f32, floats.data(), 5).order(), (std::vector<uint32_t>{2, 3, 0, 1, 4}));
    const std::vector<uint32_t> words = {0x13, 0x21, 0x11};
    const SortReference low(KeyType::u32, words.data(), 3, {0, 4});
    EXPECT_EQ(low.order(), (std::vector<uint32_t>{1, 2, 0}));
    EXPECT_NO_THROW(low.check_keys(kUnstable, words, {0x11, 0x21, 0x13}));
    EXPECT_THROW(low.check_keys(kStable, words, {0x11, 0x21, 0x13}), app::CheckFailed);
    EXPECT_THROW(low.check_keys(kUnstable, words, {0x11, 0x11, 0x13}), app::CheckFailed);
}

TEST(SortReferenceCheck, sorts_each_segment_by_itself) {
    const std::vector<uint32_t> offsets = {0, 2, 2, 5};
    const SortReference reference(KeyType::u32, kKeys.data(), 5, {}, offsets);
    EXPECT_EQ(reference.order(), (std::vector<uint32_t>{1, 0, 4, 3, 2}));
    EXPECT_NO_THROW(reference.check_order(kStable, reference.order()));
    const std::vector<uint32_t> from_another = {3, 0, 4, 1, 2};  // an equal key
    EXPECT_THROW(reference.check_order(kUnstable, from_another), app::CheckFailed);
}

TEST(Segments, are_drawn_by_the_seed) {
    const auto offsets = app::drawn_offsets({1000, 5}, 1);
    ASSERT_EQ(offsets.size(), 1001u);
    EXPECT_EQ(offsets[0], 0u);
    std::vector<uint32_t> of_length(6);
    for (size_t s = 0; s < 1000; ++s) ++of_length.at(offsets[s + 1] - offsets[s]);
    for (const uint32_t number : of_length) EXPECT_GT(number, 100u);
    EXPECT_EQ(app::drawn_offsets({1000, 5}, 1), offsets);
    EXPECT_NE(app::drawn_offsets({1000, 5}, 2), offsets);
    EXPECT_THROW(app::drawn_offsets({1000, UINT32_MAX}, 1), sort::OverLimit);
}

TEST(Segments, are_read_as_number_and_most_pairs) {
    const app::SegmentRange range = app::parse_segments("100k:1Ki");
    EXPECT_EQ(range.count, 100000u);
    EXPECT_EQ(range.most, 1024u);
    for (const char* wrong : {"100", "0:5", "5:0", "5:", ":5", "5:6:7", "4294967295:1", "1:4294967296"}) {
        EXPECT_THROW(app::parse_segments(wrong), app::BadUsage) << wrong;
    }
}

TEST(TypedKeys, keep_the_order_of_the_words) {
    std::vector<uint32_t> words = sort::make_keys(sort::parse_input("sorted"), 3000, 1);
    words.insert(words.begin(), {0, 1});
    words.insert(words.end(), {0x7fffffffu, 0x80000000u, 0xff800000u});
    std::sort(words.begin(), words.end());
    for (const KeyType type : sort::kKeyTypes) {
        const app::TypedKeys keys = app::typed_keys(type, words);
        ASSERT_EQ(keys.bytes.size(), words.size() * sort::size_of(type));
        std::vector<uint32_t> order(words.size());
        std::iota(order.begin(), order.end(), 0u);
        EXPECT_EQ(SortReference(type, keys.bytes.data(), keys.count).order(), order) << sort::name_of(type);
        EXPECT_EQ(keys.high.size(), keys.wide() ? words.size() : 0u);
    }
}

TEST(TypedKeys, of_8_and_16_bits_use_their_whole_range) {
    const auto ends = [](const std::vector<uint32_t>& words) {
        const app::TypedKeys keys = app::typed_keys(KeyType::i8, words);
        std::vector<int> all;
        for (const std::byte key : keys.bytes) all.push_back(static_cast<int8_t>(key));
        return all;
    };
    EXPECT_EQ(ends({0, 1u << 31, ~0u}), (std::vector<int>{-128, 0, 127}));
    EXPECT_EQ(ends({1000, 1256, 1511}), (std::vector<int>{-128, 0, 127})) << "whatever their least is";
    EXPECT_EQ(ends({7, 9}), (std::vector<int>{-128, -126})) << "few words stay apart";
    EXPECT_EQ(ends({7, 7}), (std::vector<int>{-128, -128}));
    EXPECT_EQ(ends({}), std::vector<int>{});
}

TEST(BenchInput, made_keys_of_8_bytes_have_the_order_of_the_words_of_8_bytes) {
    for (const char* kind : {"uniform", "few:50", "swaps:3", "displaced:9"}) {
        const std::vector<uint64_t> words = sort::make_wide_keys(sort::parse_input(kind), 3000, 7);
        std::vector<uint32_t> order(words.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return words[a] < words[b]; });
        for (const KeyType type : {KeyType::u64, KeyType::i64, KeyType::f64}) {
            const app::TypedKeys keys = app::input_keys(app::parse_bench_input(kind), 0, type, 3000, 7);
            EXPECT_EQ(keys.type, type);
            EXPECT_EQ(keys.bytes, app::typed_keys(type, words).bytes) << kind << " " << sort::name_of(type);
            EXPECT_EQ(SortReference(type, keys.bytes.data(), keys.count).order(), order)
                << kind << " " << sort::name_of(type);
        }
    }
}

/// One short measurement of an engine on 5,000 made keys, whose result is checked.
app::TypedResult measured_typed(const char* engine, KeyType type, const std::string& input,
                                size_t record_bytes, const sort::Options& sort = {}) {
    const uint32_t count = 5000;
    const app::TypedKeys keys = app::typed_keys(type, sort::make_keys(sort::parse_input(input), count, 3));
    app::TypedContender contender(*sort::find_engine(engine), {}, type, count);
    sort::MeasureOptions options;
    options.min_time_s = 0;
    options.sort = sort;
    const auto results = app::measure_typed({&contender}, keys, false, record_bytes, options);
    EXPECT_EQ(results.size(), 1u);
    EXPECT_GE(results[0].measured.samples_ms.size(), 5u);
    const app::BitRange bits{sort.begin_bit, sort.end_bit};
    EXPECT_NO_THROW(SortReference(type, keys.bytes.data(), keys.count, bits)
                        .check_order(contender.engine(), results[0].measured.values));
    EXPECT_EQ(results[0].apart, std::nullopt);
    EXPECT_EQ(results[0].wrong_record, std::nullopt);
    return results[0];
}

TEST(TypedSorts, time_references_by_the_call_of_their_library_and_engines_by_pair_sorter) {
    for (const KeyType type : sort::kKeyTypes) {
        if (type == KeyType::u32) continue;  // timed by sort::measure_sorts
        for (const char* input : {"few:50", "uniform", "sorted"}) {
            EXPECT_EQ(measured_typed("std-sort", type, input, 0).timed, "std::stable_sort");
            EXPECT_EQ(measured_typed("tbb-sort", type, input, 0).timed, "tbb::parallel_sort");
            const app::TypedResult own = measured_typed("cpu-radix", type, input, 0);
            EXPECT_EQ(own.timed.substr(0, 12), "PairSorter, ");
            EXPECT_TRUE(own.has_report);
        }
    }
    EXPECT_FALSE(measured_typed("std-sort", KeyType::u64, "uniform", 0).has_report);
    EXPECT_EQ(measured_typed("cpu-radix", KeyType::f32, "uniform", 0).timed, "PairSorter, keys converted");
    EXPECT_EQ(measured_typed("std-sort", KeyType::f32, "uniform", 0, {.begin_bit = 8, .end_bit = 12}).timed,
              "PairSorter, keys converted")
        << "no library sorts by some bits of a float";
}

TEST(TypedSorts, sort_segments_by_the_calls_for_them_and_by_pair_sorter) {
    const std::vector<uint32_t> offsets = app::drawn_offsets({200, 40}, 3);
    for (const KeyType type : sort::kKeyTypes) {
        app::TypedKeys keys =
            app::typed_keys(type, sort::make_keys(sort::parse_input("few:50"), offsets.back(), 3));
        keys.offsets = offsets;
        const SortReference reference(type, keys.bytes.data(), keys.count, {}, offsets);
        std::vector<std::string> timed;
        for (const sort::Engine* engine :
             {&sort::find_segmented_call("std-segmented")->engine,
              &sort::find_segmented_call("tbb-segmented")->engine, sort::find_engine("cpu-radix")}) {
            app::TypedContender contender(*engine, {}, type, keys.count, 200);
            sort::MeasureOptions options;
            options.min_time_s = 0;
            const auto result = app::measure_typed({&contender}, keys, false, 0, options).at(0);
            EXPECT_NO_THROW(reference.check_order(*engine, result.measured.values)) << engine->name;
            EXPECT_EQ(result.apart, std::nullopt) << engine->name;
            timed.push_back(result.timed);
        }
        EXPECT_EQ(timed[0], "std::stable_sort of each segment");
        EXPECT_EQ(timed[2], "PairSorter, offsets");
    }
}

TEST(TypedSorts, bring_the_records_of_the_keys) {
    measured_typed("cpu-radix", KeyType::f64, "few:50", 16);
    measured_typed("std-sort", KeyType::f64, "few:50", 16);
    EXPECT_EQ(measured_typed("std-sort", KeyType::u32, "few:50", 8).timed, "PairSorter");
}

TEST(TypedSorts, leave_nans_that_libraries_order_otherwise_to_pair_sorter) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto timed = [](const std::vector<float>& floats) {
        const auto bytes = std::as_bytes(std::span(floats));
        const app::TypedKeys keys = app::typed_keys_from(KeyType::f32, {bytes.begin(), bytes.end()});
        return app::TypedContender(*sort::find_engine("std-sort"), {}, KeyType::f32, keys.count)
            .timed(keys, {});
    };
    EXPECT_EQ(timed({2, nan, -0.0f, nan}), "std::stable_sort");
    EXPECT_EQ(timed({2, -nan, 1}), "PairSorter, keys converted");
    EXPECT_EQ(timed({2, nan, std::nanf("7"), 1}), "PairSorter, keys converted");
}

TEST(TypedSorts, finds_the_first_record_that_is_not_that_of_its_index) {
    std::vector<std::byte> records(3 * 8), gathered;
    for (size_t i = 0; i < records.size(); ++i) records[i] = static_cast<std::byte>(i);
    for (const size_t from : {2, 0, 1}) {
        gathered.insert(gathered.end(), records.begin() + from * 8, records.begin() + (from + 1) * 8);
    }
    EXPECT_EQ(app::first_wrong_record({2, 0, 1}, 8, records, gathered), std::nullopt);
    EXPECT_EQ(app::first_wrong_record({2, 1, 0}, 8, records, gathered), 1u);
    EXPECT_EQ(app::first_wrong_record({2, 0, 3}, 8, records, gathered), 2u) << "no such record";
    gathered[15] ^= std::byte{1};
    EXPECT_EQ(app::first_wrong_record({2, 0, 1}, 8, records, gathered), 1u);
    EXPECT_EQ(app::first_wrong_record({}, 8, {}, {}), std::nullopt);
}

TEST(Measure, counts_the_bytes_of_stages_that_did_something) {
    const sort::Engine& engine = *sort::find_engine("std-sort");
    const auto sorter = sort::make_sorter(engine, 1000);
    const std::vector<uint32_t> keys = sort::make_keys(sort::parse_input("uniform"), 1000, 1);
    sort::MeasureOptions options;
    options.min_time_s = 0;
    const auto alone = sort::measure_sorts({{&engine, sorter.get()}}, keys, {}, options);
    EXPECT_EQ(alone[0].bytes, 24000u);  // sort/engines/reference/position_sort.h
    const auto pairs = sort::measure_sorts({{&engine, sorter.get()}}, keys, keys, options);
    EXPECT_EQ(pairs[0].bytes, 32000u);
}

TEST(Measure, does_what_comes_before_each_sample_once_the_input_is_there) {
    std::string calls;
    sort::MeasureOptions options;
    options.min_samples = options.max_samples = 3;
    options.min_time_s = 0;
    options.before_sample = [&](sort::Stream) { calls += "c"; };
    sort::measure_work(
        sort::Backend::cpu, 1, [&](int, sort::Stream) { calls += "b"; },
        [&](int, sort::Stream) { calls += "w "; }, options);
    EXPECT_EQ(calls, "bcw bcw bcw bcw ") << "a first turn warms up";
}

TEST(Measure, writes_more_than_the_last_cache_holds) {
    const sort::CacheFlush flush = sort::make_cache_flush(sort::Backend::cpu);
    EXPECT_GT(flush.bytes, sort::last_cache_bytes(sort::Backend::cpu));
    EXPECT_GE(sort::last_cache_bytes(sort::Backend::cpu), size_t{1} << 15);
    flush.write(nullptr);
}

TEST(ColdSamples, empty_the_caches_only_where_that_was_requested_and_say_so) {
    app::ColdSamples cold(true), usual(false);
    EXPECT_TRUE(cold.before(sort::Backend::cpu));
    EXPECT_FALSE(usual.before(sort::Backend::cpu));
    EXPECT_NE(cold.text(sort::Backend::cpu).find("cold caches"), std::string::npos);
    EXPECT_EQ(usual.text(sort::Backend::cpu), "");
    app::Json reports[2];
    cold.report(sort::Backend::cpu, reports[0]);
    usual.report(sort::Backend::cpu, reports[1]);
    EXPECT_GT(reports[0]["cold_bytes"], 0);
    EXPECT_TRUE(reports[1]["cold_bytes"].is_null());
}

TEST(SortPlan, uses_each_backend_that_an_engine_of_it_has) {
    const sort::Engine other{"other", "", "", sort::Backend::cuda, true, nullptr, nullptr};
    app::SortPlan plan;
    const auto uses = [&] {
        return std::pair(plan.uses(sort::Backend::cpu), plan.uses(sort::Backend::cuda));
    };
    EXPECT_EQ(uses(), std::pair(false, false));
    plan.engines = {{"true", &kStable, {}}};
    EXPECT_EQ(uses(), std::pair(true, false));
    plan.engines.push_back({"other", &other, {}});
    EXPECT_EQ(uses(), std::pair(true, true));
    EXPECT_EQ(plan.backend(), sort::Backend::cuda);
    plan.engines.erase(plan.engines.begin());
    EXPECT_EQ(uses(), std::pair(false, true));
}

// Per pair: made keys and their words, indices, the order with 64 bits each, items of the reference, a result of each
// engine; input and working copy of key and index. Typed: the scratch of pairs, one result, records and their copies.
TEST(SortPlan, asks_for_the_memory_of_all_that_is_there_at_once) {
    constexpr uint64_t n = 1000, kScratch = 77;
    const auto bytes = [](uint32_t, const sort::EngineConfig&) -> size_t { return kScratch; };
    const sort::Engine on_cpu{"one", "", "", sort::Backend::cpu, true, bytes, nullptr};
    const sort::Engine on_gpu{"two", "", "", sort::Backend::cuda, true, bytes, nullptr};
    app::SortPlan plan;
    plan.cases.resize(2);
    plan.cases[0].count = n;
    plan.cases[1].count = 10;
    const auto host = [&] { return app::needs_of(plan).host_bytes; };
    plan.engines = {{"one", &on_cpu, {}}};
    EXPECT_EQ(host(), n * (4 + 4 + 4 + 8 + 12 + 8) + n * 2 * 8 + kScratch);
    EXPECT_EQ(app::needs_of(plan).device_bytes, 0u);
    plan.engines.push_back({"again", &on_cpu, {}});
    EXPECT_EQ(host(), n * (4 + 4 + 4 + 8 + 12 + 2 * 8) + n * 2 * 8 + 2 * kScratch);
    plan.engines = {{"two", &on_gpu, {}}};
    EXPECT_EQ(host(), n * (4 + 4 + 4 + 8 + 12 + 8));
    EXPECT_EQ(app::needs_of(plan).device_bytes, n * 2 * 8 + kScratch);

    plan.engines = {{"one", &on_cpu, {}}};
    plan.type = KeyType::u64;
    EXPECT_EQ(host(), n * (8 + 8 + 4 + 8 + 16 + 8) + n * 2 * 12 + n * 12 + n * 8 + kScratch);
    plan.type = KeyType::u32;
    plan.values = app::BenchValues::record64;
    const uint64_t record = plan.record_bytes();
    EXPECT_EQ(record, 8u);
    EXPECT_EQ(host(), n * (40 + 16 + 8 + 4) + 4 * n * record + kScratch);
    plan.values = app::BenchValues::u32;
    plan.segments.count =
        9;  // a key has the number of its segment; 10 offsets: of both cases, in use and on the device
    EXPECT_EQ(host(), n * (40 + 16 + 12 + 4) + 4 * 4 * 10 + kScratch);
}

TEST(Measure, goes_on_until_the_noise_is_low_or_somebody_says_stop) {
    int taken = 0;
    sort::MeasureOptions options;
    options.min_time_s = 0;
    options.max_noise = 0.01;
    // Noisy at first, then still.
    const auto samples = sort::take_samples(
        1, [&](int) { return ++taken < 20 && taken % 2 ? 2.0 : 1.0; }, options);
    EXPECT_GT(samples[0].size(), 20u);
    EXPECT_LE(sort::noise(samples[0]), 0.01);
    options.max_noise = 1e-9;
    options.stop = [&] { return taken >= 200; };
    taken = 100;
    EXPECT_LE(sort::take_samples(
                  1, [&](int) { return 1.0 + ++taken % 3; }, options)[0]
                  .size(),
              100u);
}

TEST(Measure, asks_no_more_of_who_has_nothing_to_give) {
    int asked[2] = {0, 0};
    sort::MeasureOptions options;
    options.min_time_s = 0;
    options.min_samples = 6;
    const auto samples = sort::take_samples(
        2,
        [&](int i) -> std::optional<double> {
            ++asked[i];
            if (i == 0 && asked[i] > 3) return {};
            return 1.0;
        },
        options);
    EXPECT_EQ(samples[0].size(), 2u) << "the first is a warm-up";
    EXPECT_EQ(asked[0], 4);
    EXPECT_EQ(samples[1].size(), 6u);
}

TEST(Measure, runs_nothing_more_of_who_had_no_turn_before_the_stop) {
    const sort::Engine& engine = *sort::find_engine("std-sort");
    const auto first = sort::make_sorter(engine, 1000), second = sort::make_sorter(engine, 1000);
    const std::vector<uint32_t> keys = sort::make_keys(sort::parse_input("uniform"), 1000, 1);
    sort::MeasureOptions options;
    int asked = 0;
    options.stop = [&] { return ++asked > 4; };  // two warm-ups, the round, the first turn
    const auto all =
        sort::measure_sorts({{&engine, first.get()}, {&engine, second.get()}}, keys, {}, options);
    EXPECT_EQ(all[0].samples_ms.size(), 1u);
    EXPECT_EQ(all[0].bytes, 24000u);
    EXPECT_TRUE(all[1].samples_ms.empty());
    EXPECT_EQ(all[1].bytes, 0u);
}

TEST(Table, stands_in_columns_plain_and_as_markdown) {
    const std::vector<app::Column> columns = {{"n", 4}, {"engine", 8, true}, {"ms"}};
    std::ostringstream plain, markdown;
    app::Table(plain, columns, app::TableForm::plain).row({"64Ki", "fourway", "1.5"});
    app::Table(markdown, columns, app::TableForm::markdown).row({"1", "satish", "10"});
    EXPECT_EQ(plain.str(), "   n  engine    ms\n64Ki  fourway   1.5\n");
    EXPECT_EQ(markdown.str(),
              "|    n | engine   | ms |\n| ---: | -------- | -: |\n|    1 | satish   | 10 |\n");
    EXPECT_EQ(app::ms_text(0.01234), "0.0123");
    EXPECT_EQ(app::ms_text(12.345), "12.35");
}

}  // namespace
