// Statistics with numbers worked out by hand, and exports that their readers accept.
#include "app/measure/profile/profiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/measure/profile/profile_report.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/measure/profile/stages_csv.h"
#include "tests/sim/sim_scene.h"

namespace {

using testing::HasSubstr;

// Step i: a stage "a" of i us, then "sort" in two pieces of 10 and 20 us; steps start 100 us apart.
sim::StepReport make_report(uint64_t i) {
    sim::StepReport report{};
    report.step = i;
    report.start_us = 100.0 * static_cast<double>(i);
    const double a = static_cast<double>(i);
    report.stages = {{"a", report.start_us, a, 1000, 10},
                     {"sort/order check", report.start_us + a, 10, 4000, 5},
                     {"sort/pass 00/count", report.start_us + a + 10, 20, 6000, 5}};
    report.duration_us = a + 30;
    report.counters.pairs = 7 * i;
    report.counters.descents = 3;
    report.profiler_us = 2;
    return report;
}

app::Profiler make_profiler(uint64_t steps, size_t window = 0) {
    app::Profiler profiler(window);
    for (uint64_t i = 1; i <= steps; ++i) profiler.add(make_report(i));
    return profiler;
}

TEST(Profiler, percentiles_are_by_nearest_rank) {
    const auto stages = make_profiler(10).stages();
    ASSERT_EQ(stages.size(), 3u);
    EXPECT_EQ(stages[0].name, "a");
    EXPECT_DOUBLE_EQ(stages[0].p50_ms, 0.005);
    EXPECT_DOUBLE_EQ(stages[0].p90_ms, 0.009);
    EXPECT_DOUBLE_EQ(stages[0].p99_ms, 0.010);
    EXPECT_DOUBLE_EQ(stages[0].max_ms, 0.010);
    EXPECT_DOUBLE_EQ(stages[0].now_ms, 0.010);
}

TEST(Profiler, pieces_are_summed_under_the_name_before_the_slash) {
    const auto stages = make_profiler(10).stages();
    EXPECT_EQ(stages[1].name, "sort");
    EXPECT_DOUBLE_EQ(stages[1].p50_ms, 0.030);
    EXPECT_EQ(stages[1].bytes, 10000u);
    EXPECT_NEAR(stages[1].gb_per_s, 10000 / 30e3, 1e-9);
    EXPECT_NEAR(stages[1].share, 0.030 / 0.035, 1e-9);
    EXPECT_NEAR(stages[0].share, 0.005 / 0.035, 1e-9) << "by the median of a stage whose times differ";
}

TEST(Profiler, knows_whether_a_body_touched_or_slept_in_any_step) {
    for (uint64_t sim::Counters::*count : {&sim::Counters::contacts, &sim::Counters::pairs}) {
        app::Profiler profiler = make_profiler(3);
        EXPECT_FALSE(profiler.any_contact());
        sim::StepReport report = make_report(4);
        report.counters.*count = 9;
        profiler.add(report);
        profiler.add(make_report(5));
        EXPECT_EQ(profiler.any_contact(), count == &sim::Counters::contacts);
    }
    for (uint32_t sim::Counters::*count : {&sim::Counters::ground_contacts, &sim::Counters::asleep}) {
        app::Profiler profiler = make_profiler(3);
        sim::StepReport report = make_report(4);
        report.counters.*count = 1;
        profiler.add(report);
        EXPECT_TRUE(profiler.any_contact());
        profiler.clear();
        EXPECT_FALSE(profiler.any_contact());
    }
}

TEST(Profiler, its_own_cost_is_the_last_row) {
    const auto stages = make_profiler(4).stages();
    EXPECT_EQ(stages.back().name, "profiler");
    EXPECT_DOUBLE_EQ(stages.back().p50_ms, 0.002);
}

TEST(Profiler, what_is_there_because_of_the_sort_is_summed_within_each_step) {
    app::Profiler profiler(0);
    for (const double keys_us : {1.0, 2.0, 9.0}) {
        sim::StepReport report{};
        report.stages = {{"boxes", 0, 5, 8, 0},
                         {"keys", 5, keys_us, 10, 0},
                         {"sort", 20, 10 - keys_us, 100, 0},
                         {"sweep", 30, 7, 9, 0},
                         {"reorder", 40, 4, 1000, 0}};
        report.duration_us = 40;
        profiler.add(report);
    }
    const app::StageSummary sum = profiler.sorting();
    EXPECT_EQ(sum.name, "keys + sort + reorder");
    EXPECT_DOUBLE_EQ(sum.p50_ms, 0.014);
    EXPECT_DOUBLE_EQ(sum.max_ms, 0.014) << "a sum of medians would be larger";
    EXPECT_EQ(sum.bytes, 1110u);
    EXPECT_NEAR(sum.share, 14.0 / 40, 1e-9);
    std::ostringstream out;
    app::print_table(out, profiler);
    EXPECT_THAT(out.str(), HasSubstr("keys + sort + reorder"));

    app::Profiler brute(0);
    sim::StepReport report{};
    report.stages = {{"sweep", 0, 5, 8, 0}, {"reorder", 5, 1, 8, 0}};
    brute.add(report);
    EXPECT_EQ(brute.sorting().name, "");
    EXPECT_EQ(make_profiler(3).sorting().name, "sort");
}

constexpr const char* kWays[] = {"in order", "windows", "full"};

/// Step i took the way i % 3 and repaired i windows; a second sort of it took way 1.
sim::StepReport repaired(uint64_t i) {
    sim::StepReport report = make_report(i);
    report.counters.sorts = 2;
    report.counters.sort_path[0] = static_cast<uint32_t>(i % 3);
    report.counters.sort_path[1] = 1;
    report.counters.sort_windows = static_cast<uint32_t>(i);
    report.counters.sort_max_shift = static_cast<uint32_t>(100 - i);
    return report;
}

TEST(Profiler, counts_the_ways_that_sorts_took_over_the_steps_in_memory) {
    app::Profiler profiler(4);
    for (uint64_t i = 1; i <= 6; ++i) profiler.add(repaired(i));
    EXPECT_TRUE(profiler.sorts().paths.empty()) << "an engine with one way names none";
    profiler.name_sort_paths(kWays);
    const app::SortSummary sorts = profiler.sorts();  // of the steps 3 to 6
    ASSERT_EQ(sorts.paths.size(), 3u);
    EXPECT_EQ(sorts.paths[0].name, "in order");
    EXPECT_EQ(sorts.paths[0].sorts, 2u);
    EXPECT_EQ(sorts.paths[1].sorts, 1u + 4);
    EXPECT_EQ(sorts.paths[2].sorts, 1u);
    EXPECT_EQ(sorts.max_windows, 6u);
    EXPECT_EQ(sorts.max_shift, 97u);
    EXPECT_EQ(app::sort_path_name(kWays, 2), "full");
    EXPECT_EQ(app::sort_path_name(kWays, 3), "path 3");
    profiler.clear();
    EXPECT_TRUE(profiler.sort_path_names().empty());
}

TEST(Profiler, the_step_and_the_rate) {
    const app::Profiler profiler = make_profiler(10);
    EXPECT_EQ(profiler.step().name, "step");
    EXPECT_DOUBLE_EQ(profiler.step().p50_ms, 0.035);
    EXPECT_EQ(profiler.step().bytes, 11000u);
    EXPECT_NEAR(profiler.steps_per_second(), 10e6 / (900 + 40), 1e-6);
}

TEST(Profiler, keeps_the_last_steps_only) {
    const app::Profiler profiler = make_profiler(10, 3);
    ASSERT_EQ(profiler.history().size(), 3u);
    EXPECT_EQ(profiler.history().front().step, 8u);
    EXPECT_EQ(make_profiler(1000).history().size(), 1000u);
}

TEST(Profiler, a_stage_that_left_the_window_is_gone) {
    app::Profiler profiler(3);
    sim::StepReport first = make_report(1);
    first.stages.insert(first.stages.begin(), {"prepare", 0, 5, 0, 0});
    profiler.add(first);
    EXPECT_EQ(profiler.stages().front().name, "prepare");
    for (uint64_t i = 2; i <= 4; ++i) profiler.add(make_report(i));
    EXPECT_EQ(profiler.stages().front().name, "a");
    profiler.clear();
    EXPECT_EQ(profiler.stages().size(), 1u);
}

TEST(Profiler, statistics_do_not_need_whole_reports) {
    app::Profiler numbers(0, false);
    for (uint64_t i = 1; i <= 10; ++i) numbers.add(make_report(i));
    const app::Profiler whole = make_profiler(10);
    EXPECT_TRUE(numbers.history().empty());
    std::ostringstream a, b;
    app::print_table(a, numbers);
    app::print_table(b, whole);
    EXPECT_EQ(a.str(), b.str());
    EXPECT_EQ(numbers.steps_per_second(), whole.steps_per_second());
}

TEST(Stages, pieces_of_a_sort_that_stand_together_are_one_sort) {
    sim::StepReport step = make_report(1);
    app::SortWork work = app::sort_work(step);
    EXPECT_EQ(work.sorts, 1u);
    EXPECT_EQ(work.keys, 5u);
    EXPECT_DOUBLE_EQ(work.us, 30);
    step.stages = {{"keys/x", 0, 1, 0, 8}, {"sort/x", 1, 2, 0, 8}, {"filter/x", 3, 1, 0, 8},
                   {"sort/y", 4, 2, 0, 8}, {"keys/z", 6, 1, 0, 8}, {"sort/z", 7, 2, 0, 8}};
    work = app::sort_work(step);
    EXPECT_EQ(work.sorts, 3u);
    EXPECT_EQ(work.keys, 24u);
    EXPECT_DOUBLE_EQ(work.us, 6);
    step.stages = {{"brute", 0, 1, 0, 8}};
    EXPECT_EQ(app::sort_work(step).sorts, 0u);
}

TEST(Stages, parts_of_a_sort_are_those_of_all_axes) {
    sim::StepReport step{};
    step.stages = {{"keys/x", 0, 1, 0, 8},
                   {"sort/x/pass 00/order check", 1, 2, 0, 8},
                   {"sort/x/pass 00/count", 3, 1, 0, 8},
                   {"sort/y/pass 00/order check", 4, 2, 0, 8},
                   {"sort/order check", 5, 2, 0, 8}};
    std::vector<std::string> names;
    for (const sim::StageTime& part : app::sort_parts(step).stages) names.push_back(part.name);
    EXPECT_THAT(names, testing::ElementsAre("pass 00 order check", "pass 00 count", "pass 00 order check",
                                            "order check"));
    step.stages = {
        {"keys", 0, 1, 0, 8}, {"sort", 1, 2, 0, 8}, {"sort/x", 3, 2, 0, 8}, {"sweep/test", 5, 1, 0, 8}};
    EXPECT_TRUE(app::sort_parts(step).stages.empty()) << "sorts that are timed as a whole";
}

TEST(Profiler, nothing_measured_is_no_error) {
    const app::Profiler profiler;
    EXPECT_EQ(profiler.steps_per_second(), 0);
    EXPECT_EQ(profiler.step().p50_ms, 0);
    ASSERT_EQ(profiler.stages().size(), 1u);
    std::ostringstream out;
    app::write_csv(out, profiler);
    app::print_table(out, profiler);
}

TEST(Profiler, a_stage_that_some_steps_lack_counts_as_zero_there_and_keeps_its_place) {
    app::Profiler profiler(0);
    sim::StepReport report = make_report(1);
    report.stages.erase(report.stages.begin() + 1, report.stages.end());
    report.stages.push_back({"solve", 120, 5, 0, 0});
    for (int i = 0; i < 3; ++i) profiler.add(report);
    profiler.add(make_report(2));
    const auto stages = profiler.stages();
    ASSERT_EQ(stages.size(), 4u);
    EXPECT_EQ(stages[1].name, "sort");
    EXPECT_EQ(stages[2].name, "solve");
    EXPECT_EQ(stages[1].p50_ms, 0);
    EXPECT_DOUBLE_EQ(stages[1].max_ms, 0.030);
}

TEST(Profiler, stages_that_come_again_keep_the_order_of_their_first_time) {
    app::Profiler profiler;
    sim::StepReport report{};
    for (const char* name : {"keys/x", "sort/x", "filter/x", "keys/y", "sort/y", "sweep"}) {
        report.stages.push_back({name, 0, 1, 0, 0});
    }
    profiler.add(report);
    std::vector<std::string> names;
    for (const app::StageSummary& stage : profiler.stages()) names.push_back(stage.name);
    EXPECT_THAT(names, testing::ElementsAre("keys", "sort", "filter", "sweep", "profiler"));
}

TEST(Profiler, csv_has_one_row_an_event) {
    std::ostringstream out;
    app::write_csv(out, make_profiler(2));
    std::istringstream in(out.str());
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    ASSERT_EQ(lines.size(), 1u + 2 * 5);
    EXPECT_EQ(lines[0], "frame,stage,lane,start_us,dur_us,bytes,items");
    EXPECT_EQ(lines[1], "1,step,step,100.000,31.000,11000,0");
    EXPECT_EQ(lines[4], "1,sort/pass 00/count,stage,111.000,20.000,6000,5");
    EXPECT_EQ(lines[5], "1,profiler,host,131.000,2.000,0,0");
}

TEST(Profiler, csv_holds_any_name) {
    app::Profiler profiler(0);
    sim::StepReport report = make_report(1);
    report.stages[0].name = "one, \"two\"";
    profiler.add(report);
    std::ostringstream csv;
    app::write_csv(csv, profiler);
    EXPECT_THAT(csv.str(), HasSubstr("\n1,\"one, \"\"two\"\"\",stage,100.000,"));
}

TEST(Profiler, the_table_names_every_stage) {
    std::ostringstream out;
    app::print_table(out, make_profiler(10));
    for (const char* word : {"stage", "p50 ms", "a ", "sort", "step", "profiler", "share", "GB/s"}) {
        EXPECT_THAT(out.str(), HasSubstr(word));
    }
}

/// The number in a column of a stage's row.
double in_stages_csv(const app::Profiler& profiler, const std::string& stage, const std::string& column) {
    std::ostringstream csv;
    app::write_stages_csv(csv, profiler);
    std::istringstream lines(csv.str());
    const auto cells = [](const std::string& line) {
        std::vector<std::string> all;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, ',');) all.push_back(cell);
        return all;
    };
    std::string line;
    std::getline(lines, line);
    const auto names = cells(line);
    const auto at = std::find(names.begin(), names.end(), column) - names.begin();
    while (std::getline(lines, line)) {
        if (cells(line)[0] == stage) return std::stod(cells(line)[size_t(at)]);
    }
    return -1;
}

TEST(Profiler, a_run_longer_than_what_is_kept_takes_no_more_memory_and_has_exact_totals) {
    constexpr uint64_t kSteps = 10000;
    app::Profiler all(0, false), some(0, false, 512);
    const char* const paths[] = {"none", "full sort"};
    for (app::Profiler* one : {&all, &some}) {
        one->name_sort_paths(paths);
        for (uint64_t i = 1; i <= kSteps; ++i) {
            sim::StepReport report = make_report(i);
            report.counters.sorts = 1;
            report.counters.sort_path[0] = i % 10 == 0 ? 1 : 0;
            one->add(report);
        }
    }
    EXPECT_EQ(all.samples_every(), 1u);
    EXPECT_EQ(some.samples_every(), 32u);
    EXPECT_LT(some.steps(), 512u);
    EXPECT_GE(some.steps(), 256u);

    for (const char* column : {"total_ns", "counts", "mean_ns", "min_ns", "max_ns", "std_ns"}) {
        for (const char* stage : {"step", "a", "sort"})
            EXPECT_NEAR(in_stages_csv(some, stage, column), in_stages_csv(all, stage, column),
                        1e-6 * in_stages_csv(all, stage, column) + 0.5)
                << stage << " " << column;
    }
    EXPECT_EQ(some.step().max_ms, all.step().max_ms);
    EXPECT_EQ(some.sorting().max_ms, all.sorting().max_ms);
    EXPECT_EQ(some.stages().back().max_ms, all.stages().back().max_ms);
    EXPECT_EQ(some.steps_per_second(), all.steps_per_second());
    EXPECT_EQ(some.sorts().paths[1].sorts, kSteps / 10);
    EXPECT_EQ(some.sorts().paths[0].sorts, kSteps - kSteps / 10);
    for (const auto percentile : {&app::StageSummary::p50_ms, &app::StageSummary::p90_ms})
        EXPECT_NEAR(some.step().*percentile, all.step().*percentile, 0.02 * all.step().*percentile);
}

TEST(Profiler, what_is_kept_of_a_long_run_has_no_rhythm_and_is_the_same_each_time) {
    for (const uint64_t rhythm : {2, 4, 8, 16}) {
        app::Profiler profiler(0, false, 512), again = profiler;
        for (uint64_t i = 1; i <= 20000; ++i) {
            sim::StepReport report = make_report(1);
            report.duration_us = i % rhythm == 0 ? 3000 : 1000;
            profiler.add(report);
            again.add(report);
        }
        const std::vector<double> ms = profiler.series().front().ms;
        const double share = double(std::count(ms.begin(), ms.end(), 3.0)) / double(ms.size());
        EXPECT_NEAR(share, 1.0 / double(rhythm), 0.08) << rhythm;
        EXPECT_EQ(again.series().front().ms, ms);
    }
}

TEST(Profiler, a_run_that_just_fits_is_kept_whole) {
    app::Profiler profiler(0, false, 512);
    for (uint64_t i = 1; i < 512; ++i) profiler.add(make_report(i));
    EXPECT_EQ(profiler.samples_every(), 1u);
    EXPECT_EQ(profiler.steps(), 511u);
    profiler.add(make_report(512));
    EXPECT_EQ(profiler.steps(), 256u);
    EXPECT_EQ(profiler.series()[1].ms.size(), 256u);
}

TEST(Profile, says_that_not_all_steps_are_kept_from_the_first_one_that_is_not) {
    const auto world = sim::World::create(testing_worlds::config_of("gas", 5));
    for (const uint64_t steps : {511, 512, 1023, 1024}) {
        app::ProfileResult result{app::Profiler(0, false, 512)};
        for (uint64_t i = 1; i <= steps; ++i) result.measured.add(make_report(i));
        std::ostringstream out;
        app::print_profile(out, result, {steps, 0, {}, false}, *world);
        const uint64_t every = steps < 512 ? 1 : steps < 1024 ? 2 : 4;
        EXPECT_EQ(out.str().find("note: percentiles are those of one in ") != std::string::npos, every > 1)
            << steps;
        EXPECT_TRUE(every == 1 ||
                    out.str().find("one in " + std::to_string(every) + " steps") != std::string::npos)
            << out.str();
    }
}

}  // namespace
