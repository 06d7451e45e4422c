// Two reports beside each other: what is called noise and what is not, and what is wrong with a file.
#include "app/measure/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "app/base/errors.h"
#include "app/base/text/json_text.h"
#include "app/measure/memory_rate.h"
#include "app/measure/profile/profile_samples.h"
#include "app/measure/profile/stages_csv.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

/// Numbers that scatter around `middle` by up to `width`, in no order that repeats soon.
std::vector<double> scattered(size_t count, double middle, double width, double start = 0.5) {
    std::vector<double> all;
    double at = start;
    for (size_t i = 0; i < count; ++i) {
        at = std::fmod(at + 0.6180339887498949, 1.0);
        all.push_back(middle * (1 + width * (2 * at - 1)));
    }
    return all;
}

TEST(MedianRatio, calls_a_difference_within_the_scatter_noise) {
    const auto same = app::median_ratio(scattered(200, 1, 0.05), scattered(200, 1.004, 0.05, 0.1), false);
    EXPECT_EQ(app::verdict_text(same), "within noise") << same.low << " to " << same.high;
    const auto wide = app::median_ratio(scattered(200, 1, 0.2), scattered(200, 1.004, 0.2, 0.1), false);
    EXPECT_EQ(app::verdict_text(wide), "cannot tell") << wide.low << " to " << wide.high;
    EXPECT_LT(same.low, 1);
    EXPECT_GT(same.high, 1);
    const auto slower = app::median_ratio(scattered(200, 1, 0.2), scattered(200, 1.15, 0.2, 0.1), false);
    EXPECT_EQ(app::verdict_text(slower), "slower");
    EXPECT_NEAR(slower.ratio, 1.15, 0.02);
    EXPECT_LT(slower.low, 1.15);
    EXPECT_GT(slower.high, 1.15);
    EXPECT_NEAR(slower.noise_before, 0.1, 0.01) << "half the middle half of -0.2 to 0.2";
}

TEST(MedianRatio, is_a_regression_only_where_the_whole_interval_lies_above_the_limit) {
    const auto slower = app::median_ratio(scattered(40, 1, 0.2), scattered(40, 1.15, 0.2, 0.1), false);
    ASSERT_LT(slower.low, 1.14);
    EXPECT_TRUE(slower.above(1.01));
    EXPECT_FALSE(slower.above(1.14)) << "the ratio itself is above it";
    EXPECT_GT(slower.ratio, 1.14);
}

TEST(MedianRatio, widens_with_fewer_samples_and_has_no_interval_of_four) {
    const auto few = app::median_ratio(scattered(10, 1, 0.2), scattered(10, 1, 0.2, 0.1), false);
    const auto many = app::median_ratio(scattered(300, 1, 0.2), scattered(300, 1, 0.2, 0.1), false);
    EXPECT_GT(few.high - few.low, 3 * (many.high - many.low));
    const auto four = app::median_ratio(scattered(4, 1, 0.01), scattered(300, 2, 0.01), false);
    EXPECT_FALSE(four.has_interval);
    EXPECT_NEAR(four.ratio, 2, 0.1);
    EXPECT_FALSE(four.above(1.05));
    EXPECT_EQ(app::verdict_text(four), "-");
}

TEST(MedianRatio, takes_neighbours_that_resemble_each_other_for_fewer_samples) {
    EXPECT_GT(app::independent_samples(scattered(300, 1, 0.2)), 250);
    std::vector<double> wave = scattered(300, 1, 0.02);
    for (size_t i = 0; i < wave.size(); ++i) wave[i] += 0.2 * std::sin(double(i) / 40);
    EXPECT_LT(app::independent_samples(wave), 30);
    const std::vector<double> all_equal(300, 1.0);
    EXPECT_EQ(app::independent_samples(all_equal), 300);
}

TEST(MedianRatio, of_the_same_steps_sees_through_a_trend) {
    std::vector<double> before = scattered(200, 1, 0.01), now = scattered(200, 1, 0.01, 0.1);
    for (size_t i = 0; i < before.size(); ++i) {  // a pile falls: steps become three times as long
        before[i] *= 1 + 0.01 * double(i);
        now[i] *= 1.05 * (1 + 0.01 * double(i));
    }
    EXPECT_EQ(app::verdict_text(app::median_ratio(before, now, false)), "cannot tell");
    const auto paired = app::median_ratio(before, now, true);
    EXPECT_EQ(app::verdict_text(paired), "slower");
    EXPECT_NEAR(paired.ratio, 1.05, 0.01);
    now.pop_back();
    EXPECT_EQ(app::verdict_text(app::median_ratio(before, now, true)), "cannot tell") << "not the same steps";
}

/// How often the interval holds the true ratio, over many draws of samples whose true ratio is 1.
double coverage(size_t samples, bool same_work, int draws) {
    std::mt19937 random(9);
    std::lognormal_distribution<double> noise(0, 0.2);
    int holds = 0;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<double> before(samples), now(samples);
        for (size_t i = 0; i < samples; ++i) before[i] = noise(random), now[i] = noise(random);
        const auto ratio = app::median_ratio(before, now, same_work);
        holds += ratio.low <= 1 && 1 <= ratio.high;
    }
    return double(holds) / draws;
}

/// 10,000 draws tell a share to within 0.5 %. Of sets that are no pairs the interval holds it more often, 0.967.
TEST(MedianRatio, an_interval_of_95_percent_holds_the_truth_in_95_of_100_draws) {
    EXPECT_NEAR(coverage(41, true, 10000), 0.95, 0.015);
    EXPECT_NEAR(coverage(101, true, 10000), 0.95, 0.015);
    EXPECT_NEAR(coverage(19, false, 400), 0.967, 0.02);
}

Json report_of(const std::vector<std::pair<int, std::vector<double>>>& cases) {
    Json report = {{"schema", 1},   {"kind", "bench sort"}, {"values", "u32"},
                   {"type", "u32"}, {"bits", {0, 32}},      {"digit_bits", 0},
                   {"seed", 1},     {"threads", 0},         {"cases", Json::array()}};
    for (const auto& [n, ms] : cases) {
        report["cases"].push_back({{"engine", "cpu-radix"},
                                   {"input", "uniform"},
                                   {"n", n},
                                   {"launch", "stream"},
                                   {"samples_ms", ms}});
    }
    return report;
}

app::SampleSet set_of(const Json& report) { return app::samples_of(report, "r.json"); }

TEST(Comparison, matches_cases_and_names_those_that_only_one_has) {
    const std::vector<double> ms = scattered(20, 1, 0.01), slow = scattered(20, 2, 0.01);
    const app::Comparison found = app::compare(set_of(report_of({{100, ms}, {200, ms}, {300, ms}})),
                                               set_of(report_of({{200, slow}, {400, ms}})));
    ASSERT_EQ(found.cases.size(), 1u);
    EXPECT_EQ(found.cases[0].name, "cpu-radix, uniform, 200, stream");
    EXPECT_NEAR(found.cases[0].ratio.ratio, 2, 0.05);
    EXPECT_THAT(found.only_now, ElementsAre("cpu-radix, uniform, 400, stream"));
    EXPECT_EQ(found.only_before.size(), 2u);
    EXPECT_EQ(found.regressions(1.5).size(), 1u);
    EXPECT_TRUE(found.regressions(2.5).empty());
}

/// Of `profile`, whose step takes 10 ms: one stage of so many milliseconds.
Json profile_of(double stage_ms, int warmup = 5,
                std::vector<double> step_ms = {10, 10, 10, 10, 10, 10, 10, 10}) {
    const std::vector<double> samples = scattered(20, stage_ms, 0.01);
    return {{"schema", 1},
            {"kind", "profile"},
            {"scene", "pile"},
            {"bodies", 100},
            {"seed", 1},
            {"frames", 20},
            {"warmup", warmup},
            {"samples_every", 1},
            {"step", {{"p50_ms", 10}, {"samples_ms", std::move(step_ms)}}},
            {"stages", {{{"name", "sort"}, {"p50_ms", stage_ms}, {"samples_ms", samples}}}}};
}

TEST(Comparison, fails_for_the_step_of_a_profile_unless_stages_are_named) {
    const auto before = set_of(profile_of(1)), slow_stage = set_of(profile_of(2)),
               slow_step = set_of(profile_of(1, 5, {20, 20, 20, 20, 20, 20, 20, 20}));
    const auto regressions = [&](const app::SampleSet& now, const std::vector<std::string>& judge) {
        return app::compare(before, now, judge).regressions(1.05);
    };
    EXPECT_THAT(regressions(slow_stage, {}), testing::IsEmpty());
    EXPECT_THAT(regressions(slow_stage, {"sort"}), ElementsAre("sort"));
    EXPECT_THAT(regressions(slow_step, {}), ElementsAre("step"));
    EXPECT_THAT(regressions(slow_step, {"sort"}), testing::IsEmpty());
    EXPECT_NO_THROW(app::require_cases(before, {"sort", "step"}));
    EXPECT_THROW(app::require_cases(before, {"sorts"}), app::BadUsage);
}

TEST(Comparison, judges_every_case_of_a_bench_unless_a_part_of_a_name_is_given) {
    const std::vector<double> ms = scattered(20, 1, 0.01), slow = scattered(20, 2, 0.01);
    const auto before = set_of(report_of({{100, ms}, {200, ms}})),
               now = set_of(report_of({{100, slow}, {200, slow}}));
    EXPECT_EQ(app::compare(before, now).regressions(1.5).size(), 2u);
    EXPECT_THAT(app::compare(before, now, {"200"}).regressions(1.5),
                ElementsAre("cpu-radix, uniform, 200, stream"));
    EXPECT_EQ(app::compare(before, now, {"cpu-radix"}).regressions(1.5).size(), 2u);
}

TEST(Comparison, pairs_steps_only_of_runs_that_did_the_same) {
    std::vector<double> before, now;
    for (int i = 0; i < 100; ++i) {  // a trend: steps become longer
        before.push_back(1 + 0.02 * i);
        now.push_back(1.05 * (1 + 0.02 * i));
    }
    const auto ratio = [&](int warmup) {
        return app::compare(set_of(profile_of(1, 5, before)), set_of(profile_of(1, warmup, now)))
            .cases[0]
            .ratio;
    };
    EXPECT_EQ(app::verdict_text(ratio(5)), "slower");
    EXPECT_EQ(app::verdict_text(ratio(6)), "cannot tell") << "other steps were measured";
}

TEST(Comparison, of_rates_is_slower_where_there_are_fewer_steps_per_second) {
    const auto steps_of = [](double rate) {
        return set_of(
            {{"schema", 1},
             {"kind", "bench step"},
             {"cases",
              {{{"scene", "pile"}, {"n", 100}, {"samples_steps_per_second", scattered(20, rate, 0.01)}}}}});
    };
    const app::Comparison found = app::compare(steps_of(100), steps_of(50));
    ASSERT_EQ(found.cases.size(), 1u);
    EXPECT_NEAR(found.cases[0].ratio.ratio, 2, 0.05);
    EXPECT_EQ(app::verdict_text(found.cases[0].ratio), "slower");
}

TEST(Comparison, says_why_there_is_nothing_to_compare) {
    const std::vector<double> ms = {1, 2, 3};
    const Json before = report_of({{100, ms}});
    Json now = before;
    EXPECT_EQ(app::nothing_to_compare(set_of(before), set_of(now)), "");
    now["seed"] = 3;
    now["threads"] = 1;
    EXPECT_EQ(app::nothing_to_compare(set_of(before), set_of(now)),
              "--seed was 1, is 3; --threads was the default, is 1");
    EXPECT_EQ(app::nothing_to_compare(set_of(before), set_of(report_of({{300, ms}}))),
              "no case with the same n");
    EXPECT_EQ(app::nothing_to_compare(set_of(before), set_of(report_of({}))), "")
        << "cases that are not known yet";
}

std::string refusal_of(const Json& report) {
    try {
        app::samples_of(report, "r.json");
    } catch (const app::BadFile& error) {
        return error.what();
    }
    return "";
}

TEST(Comparison, names_the_place_of_what_is_wrong_with_a_report) {
    Json report = report_of({{100, {1, 2, 3}}, {200, {1, 2, 3}}});
    report["cases"][1]["samples_ms"][2] = "x";
    EXPECT_EQ(refusal_of(report), "r.json: cases[1].samples_ms[2]: a number is expected");
    report["cases"][1]["samples_ms"][2] = -1;
    EXPECT_THAT(refusal_of(report), HasSubstr("cases[1].samples_ms[2]: a time"));
    report["cases"][1].erase("samples_ms");
    EXPECT_EQ(refusal_of(report), "r.json: cases[1].samples_ms: is missing");
    report["cases"] = 7;
    EXPECT_EQ(refusal_of(report), "r.json: cases: an array is expected");
    report["schema"] = 2;
    EXPECT_THAT(refusal_of(report), HasSubstr("schema: 2; this version reads 1"));
    EXPECT_THAT(refusal_of(Json::array()), HasSubstr("kind: is missing"));
}

app::Profiler profiler_of(uint64_t steps) {
    app::Profiler profiler(0, false);
    for (uint64_t i = 1; i <= steps; ++i) {
        sim::StepReport report{};
        report.step = i;
        report.duration_us = 40 + double(i % 2);
        report.stages = {{"keys", 0, 10, 100, 5}};
        if (i % 2) report.stages.push_back({"sort", 10, 30, 100, 5});
        profiler.add(report);
    }
    return profiler;
}

TEST(ProfileSamples, keeps_at_most_300_and_says_how_many_were_left_out) {
    for (const auto& [steps, every, kept] :
         {std::tuple<uint64_t, size_t, size_t>{300, 1, 300}, {301, 2, 151}}) {
        Json report = {{"step", Json::object()}, {"stages", {{{"name", "sort"}}, {{"name", "profiler"}}}}};
        app::add_samples(report, profiler_of(steps));
        EXPECT_EQ(report["samples_every"], every);
        EXPECT_EQ(report["step"]["samples_ms"].size(), kept);
        EXPECT_EQ(report["stages"][0]["samples_ms"].size(), kept);
        EXPECT_EQ(report["stages"][0]["samples_ms"][0], 0.03);
        EXPECT_TRUE(report["stages"][1]["samples_ms"].empty());
    }
}

TEST(StagesCsv, has_the_columns_of_tracy_and_counts_the_steps_that_had_the_stage) {
    std::ostringstream out;
    app::write_stages_csv(out, profiler_of(4));
    EXPECT_EQ(out.str(),
              "name,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns,p50_ns,p90_ns,p99_ns\n"
              "step,162000,100.0000,4,40500,40000,41000,577,40000,41000,41000\n"
              "keys,40000,24.6914,4,10000,10000,10000,0,10000,10000,10000\n"
              "sort,60000,37.0370,2,30000,30000,30000,0,30000,30000,30000\n");
}

TEST(StagesCsv, the_deviation_is_that_of_a_sample) {
    std::ostringstream one, two;
    app::write_stages_csv(one, profiler_of(1));
    EXPECT_THAT(one.str(), HasSubstr("step,41000,100.0000,1,41000,41000,41000,0,"));
    app::write_stages_csv(two, profiler_of(2));  // 41 and 40 us
    EXPECT_THAT(two.str(), HasSubstr("step,81000,100.0000,2,40500,40000,41000,707,"));
}

TEST(MemoryRate, calls_what_memory_could_not_give_cached) {
    EXPECT_EQ(app::rate_text(10.04, 10, 1), "cached");
    EXPECT_EQ(app::rate_text(9.96, 10, 1), "10.0");
    std::ostringstream out;
    app::print_table(out, profiler_of(4), 0.001);
    EXPECT_THAT(out.str(), HasSubstr("cached"));
    EXPECT_THAT(out.str(), Not(HasSubstr("0.0\n")));
}

TEST(JsonOutput, keeps_numbers_in_one_line) {
    EXPECT_EQ(app::pretty_json({{"a", {1, 2.5}}, {"b", {{{"c", "x"}}}}, {"d", Json::array()}}),
              "{\n  \"a\": [1,2.5],\n  \"b\": [\n    {\n      \"c\": \"x\"\n    }\n  ],\n  \"d\": []\n}");
}

}  // namespace
