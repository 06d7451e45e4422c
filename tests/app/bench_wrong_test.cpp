// An engine that sorts wrong ends each bench that checks results with CheckFailed, after its table; one with two paths is
// measured frame by frame. A program of its own: other tests would list the engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <span>

#include "app/base/errors.h"
#include "app/bench/pairs/pairs_options.h"
#include "app/bench/sort/sort_case.h"
#include "app/bench/sort/sort_options.h"
#include "app/bench/steps/step_options.h"
#include "app/io/npy.h"
#include "sort/base/errors.h"
#include "sort/engines/reference/position_sort.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;

/// Exchanges the pairs at indices 0 and 1, 2 and 3, ... of the right order.
struct SortWrong {
    void operator()(uint64_t* first, uint64_t* last) const {
        std::sort(first, last);
        for (; last - first > 1; first += 2) std::swap(first[0], first[1]);
    }
};

const bool registered = sort::add_engine(
    {"wrong", "exchanges neighbours", "", sort::Backend::cpu, true, sort::PositionSort<SortWrong>::bytes,
     [](uint32_t capacity, const sort::EngineConfig&) {
         return std::unique_ptr<sort::Sorter>(new sort::PositionSort<SortWrong>(capacity, SortWrong{}));
     },
     false});

/// Needs more scratch than any machine has.
const bool greedy_too = sort::add_engine(
    {"greedy", "needs all memory", "", sort::Backend::cpu, true,
     [](uint32_t, const sort::EngineConfig&) { return size_t{1} << 60; },
     [](uint32_t, const sort::EngineConfig&) -> std::unique_ptr<sort::Sorter> { throw std::bad_alloc(); },
     false});

template <class BenchOptions>
BenchOptions options_of(uint64_t count) {
    BenchOptions options;
    options.backend = "cpu";
    options.threads = 1;
    options.counts = {count};
    options.min_time_s = 0;
    options.quiet = true;
    return options;
}

/// Returns the message, and what was printed before it.
template <class Work>
std::pair<std::string, std::string> failed_check(const Work& work) {
    std::string message = "no check failed";
    testing::internal::CaptureStdout();
    try {
        work();
    } catch (const app::CheckFailed& error) {
        message = error.what();
    }
    return {message, testing::internal::GetCapturedStdout()};
}

TEST(BenchOfAWrongEngine, steps_that_come_to_other_states_fail) {
    auto options = options_of<app::StepBenchOptions>(500);
    options.scenes = {"pile"};
    options.broad_phases = {"columns", "brute"};
    options.frames = 30;
    options.warmup = 30;
    const auto [message, printed] = failed_check([&] { app::run_bench_step(options); });
    EXPECT_EQ(message, "no check failed") << "an engine that is right";
    EXPECT_THAT(printed, HasSubstr(" ok"));
    options.sort = "wrong";
    const auto [wrong, table] = failed_check([&] { app::run_bench_step(options); });
    EXPECT_THAT(wrong, HasSubstr("check failed: pile, 500: cpu brute has state 0x"));
    EXPECT_THAT(table, HasSubstr("differs"));
}

TEST(BenchOfAWrongEngine, pairs_that_are_others_fail) {
    auto options = options_of<app::PairsBenchOptions>(2000);
    options.sort = "wrong";
    options.broad_phases = {"sweep"};
    EXPECT_THAT(failed_check([&] { app::run_bench_pairs(options); }).first,
                testing::StartsWith("check failed: "));
}

TEST(BenchOfAWrongEngine, pairs_of_many_boxes_are_compared_with_those_of_a_sweep) {
    auto options = options_of<app::PairsBenchOptions>(21000);
    options.broad_phases = {"columns"};
    options.sort = "cpu-radix";
    const auto [message, printed] = failed_check([&] { app::run_bench_pairs(options); });
    EXPECT_EQ(message, "no check failed");
    EXPECT_THAT(printed, HasSubstr("ok: sweep"));
    options.sort = "wrong";
    EXPECT_THAT(failed_check([&] { app::run_bench_pairs(options); }).first,
                testing::StartsWith("check failed: "));
}

TEST(BenchOfAWrongEngine, scratch_that_no_memory_has_is_refused_before_anything_is_measured) {
    auto options = options_of<app::BenchSortOptions>(2000);
    options.engines = {"cpu-radix", "greedy"};
    EXPECT_THAT(message_of<sort::OverLimit>([&] { app::run_bench_sort(options); }),
                HasSubstr("bench sort -n 2000 needs"));
}

TEST(BenchOfAWrongEngine, an_order_that_is_another_fails) {
    auto options = options_of<app::BenchSortOptions>(2000);
    options.engines = {"wrong"};
    EXPECT_THAT(failed_check([&] { app::run_bench_sort(options); }).first, HasSubstr("wrong"));
}

// An engine with two ways that says which it took: in order or not.
constexpr const char* kPaths[] = {"check", "full"};

class TwoPaths : public sort::Sorter {
public:
    explicit TwoPaths(uint32_t capacity) : capacity_(capacity) {}
    uint32_t capacity() const override { return capacity_; }
    void sort(sort::Pairs pairs, sort::Stream, const sort::Options& options) override {
        std::vector<uint32_t> order(pairs.count), keys(pairs.keys, pairs.keys + pairs.count);
        std::iota(order.begin(), order.end(), 0u);
        const bool sorted = std::is_sorted(keys.begin(), keys.end());
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
        for (uint32_t i = 0; i < pairs.count; ++i) pairs.keys[i] = keys[order[i]];
        if (pairs.values) {
            const std::vector<uint32_t> values(pairs.values, pairs.values + pairs.count);
            for (uint32_t i = 0; i < pairs.count; ++i) pairs.values[i] = values[order[i]];
        }
        if (pairs.count > 1) spoil(pairs);
        if (options.report) *options.report = {0, 0, sorted ? 0u : 1u, sorted ? 0 : pairs.count, 7};
    }

    enum class Fault { none, doubles, exchanges_equals, parts_keys, loses_keys };
    static inline Fault fault = Fault::none;

private:
    uint32_t capacity_;

    static void spoil(sort::Pairs pairs) {
        if (fault == Fault::doubles) pairs.values[0] = pairs.values[1];
        if (fault == Fault::exchanges_equals) std::swap(pairs.values[0], pairs.values[1]);  // of few keys
        if (fault == Fault::parts_keys) pairs.keys[pairs.count - 1] = 0xffffffffu;
        if (fault == Fault::loses_keys) {
            std::fill_n(pairs.keys, pairs.count, pairs.keys[0]);
            std::iota(pairs.values, pairs.values + pairs.count, 0u);
        }
    }
};

const sort::Engine kTwoPaths{"two-ways",
                             "",
                             "",
                             sort::Backend::cpu,
                             true,
                             [](uint32_t, const sort::EngineConfig&) { return size_t{0}; },
                             [](uint32_t capacity, const sort::EngineConfig&) {
                                 return std::unique_ptr<sort::Sorter>(new TwoPaths(capacity));
                             },
                             true,
                             {},
                             {},
                             {},
                             nullptr,
                             true,
                             kPaths};

app::SortPlan plan_of_two_ways(const app::BenchInput& input) {
    sort::add_engine(kTwoPaths);  // PairSorter finds engines by their names
    app::SortPlan plan;
    plan.engines = {{"two-ways", &kTwoPaths, {}}, {"std-sort", sort::find_engine("std-sort"), {}}};
    plan.launches = {sort::Launch::stream};
    plan.measure.min_time_s = 0;
    plan.timeout_s = 30;
    plan.type = input.type;
    plan.rival = "std-sort";
    plan.cases = {{input, input.count}};
    return plan;
}

void write_floats(const std::string& path, const std::vector<float>& keys) {
    std::ofstream file(path, std::ios::binary);
    app::write_npy(file, "<f4", {keys.size()}, std::as_bytes(std::span(keys)));
}

TEST(SortFrames, are_measured_one_by_one_and_their_ways_counted) {
    const TempDir dir;
    write_floats(dir / "000002.npy", {3, 1, 2, -0.0f, 0});
    write_floats(dir / "000001.npy", {1, 2, 3});
    write_floats(dir / "000003.npy", {-1, 4, 2});
    dir.write("notes.txt", "not a frame");
    const app::BenchInput input = app::parse_bench_input(dir.path());
    ASSERT_EQ(input.frames(), 3u);
    EXPECT_EQ(input.type, sort::KeyType::f32);
    EXPECT_EQ(input.count, 5u);
    EXPECT_EQ(app::input_keys(input, 0, {}, 0, 0).count, 3u) << "in the order of their names";

    for (const uint32_t most_referenced : {1000u, 0u}) {
        app::SortPlan plan = plan_of_two_ways(input);
        plan.most_referenced = most_referenced;
        app::CopyRates rates;
        const auto rows = app::measure_sort_case(plan, plan.cases[0], rates, [] {});
        ASSERT_EQ(rows.size(), 2u);
        EXPECT_EQ(rows[0].samples_ms.size(), 15u);
        EXPECT_EQ(rows[0].path_text(), "check 1 full 2");
        EXPECT_EQ(rows[0].windows, 5u);
        EXPECT_EQ(rows[0].max_shift, 7u);
        EXPECT_EQ(rows[0].disorder.max_shift, 4u);
        EXPECT_NEAR(rows[0].disorder.misplaced, (0.0 + 1.0 + 2.0 / 3) / 3, 1e-9);
        EXPECT_GT(rows[0].ratio(), 0);
        EXPECT_EQ(rows[1].ratio(), 1);
        EXPECT_EQ(rows[1].path_text(), "");
    }
}

TEST(SortFrames, find_a_wrong_result_with_and_without_a_reference) {
    using enum TwoPaths::Fault;
    for (const TwoPaths::Fault fault : {none, doubles, exchanges_equals, parts_keys, loses_keys}) {
        TwoPaths::fault = fault;
        for (const uint32_t most_referenced : {1000u, 0u}) {
            app::SortPlan plan = plan_of_two_ways(app::parse_bench_input("few:3"));
            plan.cases[0].count = 100;
            plan.most_referenced = most_referenced;
            app::CopyRates rates;
            const auto measure = [&] { app::measure_sort_case(plan, plan.cases[0], rates, [] {}); };
            if (fault == none) {
                EXPECT_NO_THROW(measure());
            } else {
                EXPECT_THROW(measure(), app::CheckFailed) << static_cast<int>(fault);
            }
            plan.type = sort::KeyType::f64;  // the words of its halves are not seen, but their order is
            if (fault == doubles || fault == exchanges_equals) {
                EXPECT_THROW(measure(), app::CheckFailed);
            }
        }
    }
    TwoPaths::fault = none;
}

}  // namespace
