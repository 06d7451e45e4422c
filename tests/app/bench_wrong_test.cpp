// An engine that sorts wrong ends each bench that checks results with CheckFailed, after its table. A program of its
// own: other tests would list the engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/errors.h"
#include "app/bench/pairs/pairs_options.h"
#include "app/bench/sort/sort_options.h"
#include "app/bench/steps/step_options.h"
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

}  // namespace
