// The parts of `bench pairs`: sets of boxes as they are defined, checks that find what is wrong, rows and
// reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/base/errors.h"
#include "app/bench/pairs/pairs_check.h"
#include "app/bench/pairs/pairs_report.h"
#include "sim/world.h"
#include "sort/lab/inputs.h"
#include "tests/sim/pair_cases.h"

namespace {

using app::PairList;

std::vector<sim::Box> boxes_of(const char* kind, uint32_t count, uint64_t seed = 1) {
    return app::make_boxes(*app::find_box_kind(kind), count, seed);
}

app::PairsBenchOptions options_of(std::vector<std::string> kinds, std::vector<uint64_t> counts) {
    app::PairsBenchOptions options;
    options.backend = "cpu";
    options.threads = 2;
    options.kinds = std::move(kinds);
    options.counts = std::move(counts);
    options.min_time_s = 0;
    return options;
}

TEST(BoxSets, have_the_pairs_that_their_definitions_promise) {
    for (const app::BoxKind& kind : app::box_kinds()) {
        const auto boxes = app::make_boxes(kind, 131072, 1);
        ASSERT_EQ(boxes.size(), 131072u) << kind.name;
        const auto found = sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "sweep", 2, 0});
        // Fewer than at a million by the share of boxes that lie at the rim.
        const double pairs = double(found.size()) / 2, full = kind.pairs_at_1m * 131072;
        EXPECT_LT(pairs, 1.06 * full) << kind.name;
        EXPECT_GT(pairs, 0.93 * full) << kind.name;
        if (std::string(kind.name) != "uniform") continue;
        const double u = std::cbrt(0.2 / (131072 * 3.14159265 / 6)), near = 2 * u - u * u;
        EXPECT_NEAR(pairs, 0.5 * 131072.0 * 131071 * near * near * near, 0.01 * pairs);
    }
}

TEST(BoxSets, cost_columns_the_same_in_any_order_and_turned_about) {
    std::vector<sim::Box> boxes = boxes_of("pile", 131072);
    const auto tests_of = [](const std::vector<sim::Box>& given) {
        uint64_t tests = 0;
        sim::find_pairs(given, {sim::Backend::cpu, "cpu-adaptive", "columns", 2, 0}, &tests);
        return double(tests);
    };
    const double as_made = tests_of(boxes);
    for (uint32_t turn = 0; turn < 3; ++turn) {
        for (uint32_t i = uint32_t(boxes.size()) - 1; i > 0; --i)
            std::swap(boxes[i], boxes[sort::random_number(turn, i) % (i + 1)]);
        for (sim::Box& box : boxes) {
            box = {{box.min.y, box.min.z, box.min.x}, {box.max.y, box.max.z, box.max.x}};
        }
        EXPECT_NEAR(tests_of(boxes), as_made, 0.02 * as_made) << turn;
    }
}

TEST(BoxSets, are_the_same_for_the_same_seed_and_legal_at_any_count) {
    for (const app::BoxKind& kind : app::box_kinds()) {
        for (const uint32_t count : {0u, 1u, 2u, 49u, 50u, 51u, 1000u}) {
            const auto boxes = app::make_boxes(kind, count, 7);
            ASSERT_EQ(boxes.size(), count) << kind.name;
            for (const sim::Box& box : boxes) {
                for (int axis = 0; axis < 3; ++axis) {
                    EXPECT_TRUE(std::isfinite(box.min[axis]) && box.min[axis] < box.max[axis]) << kind.name;
                }
            }
        }
        const auto a = app::make_boxes(kind, 500, 3), b = app::make_boxes(kind, 500, 3),
                   c = app::make_boxes(kind, 500, 4);
        const auto same = [](const sim::Box& x, const sim::Box& y) { return x.min.x == y.min.x; };
        EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), same)) << kind.name;
        EXPECT_FALSE(std::equal(a.begin(), a.end(), c.begin(), same)) << kind.name;
        const auto lower = [](const sim::Box& x, const sim::Box& y) { return x.min.x < y.min.x; };
        EXPECT_FALSE(std::is_sorted(a.begin(), a.end(), lower)) << kind.name << ": rows are not shuffled";
    }
}

TEST(BoxSets, a_million_of_them_with_another_count_are_warned_of) {
    const app::BoxKind& kind = *app::find_box_kind("uniform");
    for (const uint64_t pairs : {1511573u, 1497000u, 1527000u}) {
        EXPECT_EQ(app::count_warning(kind, 1000000, pairs), "") << pairs;
    }
    for (const uint64_t pairs : {0u, 1496000u, 1528000u}) {
        const std::string warning = app::count_warning(kind, 1000000, pairs);
        EXPECT_EQ(warning.find(std::to_string(pairs) + " pairs are more than 1 % off the 1.512 million"), 0u)
            << warning;
    }
    EXPECT_EQ(app::count_warning(kind, 999999, 5), "") << "only a million have a count that is stated";
}

TEST(PairsCheck, brute_force_is_the_reference_of_the_tests) {
    for (const auto& test : pair_cases::all()) {
        EXPECT_EQ(app::brute_force_pairs(test.boxes), pair_cases::reference_pairs(test.boxes)) << test.name;
    }
}

TEST(PairsCheck, names_what_is_missing_and_what_is_too_much) {
    const PairList expected = {0, 1, 0, 5, 2, 3};
    EXPECT_EQ(app::compare_pairs(expected, expected), "");
    EXPECT_NE(app::compare_pairs(expected, {0, 1, 2, 3}).find("(0, 5) is missing"), std::string::npos);
    EXPECT_NE(app::compare_pairs(expected, {0, 1, 0, 5}).find("(2, 3) is missing"), std::string::npos);
    EXPECT_NE(app::compare_pairs(expected, {0, 1, 0, 4, 0, 5, 2, 3}).find("(0, 4) is not expected"),
              std::string::npos);
    EXPECT_NE(app::compare_pairs(expected, {0, 1, 0, 5, 2, 3, 2, 3}).find("(2, 3) is not expected"),
              std::string::npos);
    EXPECT_NE(app::compare_pairs(expected, {0, 1, 5, 0, 2, 3}).find("out of order"), std::string::npos);
    EXPECT_EQ(app::in_order({3, 2, 5, 0, 0, 1}), expected);
}

TEST(PairsCheck, a_sample_finds_a_pair_of_its_boxes_that_is_lost_or_made_up) {
    const auto boxes = pair_cases::random_boxes(600, 5, 4, 0.9f);
    const PairList pairs = pair_cases::reference_pairs(boxes);
    const app::PairSample all(boxes, 600, 1), some(boxes, 40, 1);
    EXPECT_EQ(some.size(), 40u);
    EXPECT_EQ(all.compare(pairs), "");
    EXPECT_EQ(some.compare(pairs), "");
    PairList lost = pairs;
    lost.resize(lost.size() - 2);
    EXPECT_NE(all.compare(lost), "");
    PairList twice = pairs;
    twice.insert(twice.begin(), {pairs[0], pairs[1]});
    EXPECT_NE(all.compare(twice), "");
    EXPECT_NE(some.compare({}), "");
}

TEST(PairsCheck, knows_about_how_many_tests_a_sweep_makes) {
    for (const char* kind : {"uniform", "sheet", "mixed100"}) {
        const auto boxes = boxes_of(kind, 20000);
        uint64_t tests = 0;
        sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "sweep", 2, 0}, &tests);
        EXPECT_NEAR(app::sweep_tests(boxes), double(tests), 0.3 * double(tests)) << kind;
    }
}

TEST(BenchPairs, rows_are_checked_and_have_counts_stages_and_samples) {
    const app::PairsPlan plan = app::make_pairs_plan(options_of({"pile", "cluster"}, {2000}));
    ASSERT_EQ(plan.cases.size(), 2u);
    std::vector<app::LeftOut> left_out;
    for (const app::PairsCase& one : plan.cases) {
        const auto expected = app::brute_force_pairs(boxes_of(one.input->made->name, 2000));
        const auto rows = app::measure_pairs_case(plan, one, left_out, [] {});
        ASSERT_EQ(rows.size(), sim::broad_phases().size());
        for (const app::PairsRow& row : rows) {
            EXPECT_EQ(row.counters.pairs, expected.size() / 2) << row.broad_phase;
            EXPECT_EQ(row.check, "ok: brute") << row.broad_phase;
            EXPECT_GE(row.counters.tests, row.counters.pairs);
            EXPECT_GE(row.samples_ms.size(), 5u);
            EXPECT_FALSE(row.stages.empty());
            EXPECT_GT(row.bytes, 2000u * sizeof(sim::Box));
            for (const auto& stage : row.stages) {
                EXPECT_NE(std::find(plan.stages.begin(), plan.stages.end(), stage.name), plan.stages.end());
            }
        }
    }
    EXPECT_TRUE(left_out.empty());
}

TEST(BenchPairs, what_nobody_named_and_would_take_long_is_left_out_and_said) {
    const app::PairsPlan plan = app::make_pairs_plan(options_of({"uniform"}, {30000}));
    std::vector<app::LeftOut> left_out;
    const auto rows = app::measure_pairs_case(plan, plan.cases[0], left_out, [] {});
    ASSERT_EQ(left_out.size(), 1u);
    EXPECT_EQ(left_out[0].broad_phase, "brute");
    for (const app::PairsRow& row : rows) {
        EXPECT_NE(row.broad_phase, "brute");
        EXPECT_EQ(row.check.substr(0, 4), "ok: ");
        EXPECT_NE(row.check, "ok: " + row.broad_phase) << "it is compared with itself";
    }
}

TEST(BenchPairs, rivals_find_the_same_pairs_where_they_are_built) {
    app::PairsBenchOptions options = options_of({"uniform", "mixed100"}, {3000});
    options.broad_phases = {"sweep"};
    for (const std::string& name : app::rival_names()) {
        try {
            app::RivalLibrary{name};
            options.rivals.push_back(name);
        } catch (const sort::Unavailable& error) {
            EXPECT_NE(std::string(error.what()).find("rival '" + name + "' is not in this build"),
                      std::string::npos);
        }
    }
    if (options.rivals.empty()) GTEST_SKIP() << "skipped: neither libbullet-dev nor libcgal-dev";
    const app::PairsPlan plan = app::make_pairs_plan(options);
    std::vector<app::LeftOut> left_out;
    for (const app::PairsCase& one : plan.cases) {
        for (const app::PairsRow& row : app::measure_pairs_case(plan, one, left_out, [] {})) {
            EXPECT_EQ(row.check, "ok: brute") << row.broad_phase;
        }
    }
}

TEST(BenchPairs, the_report_has_what_was_asked_and_every_sample) {
    app::PairsBenchOptions options = options_of({"sheet"}, {500});
    options.broad_phases = {"sweep", "brute"};
    options.words = {"bench", "pairs"};
    const app::PairsPlan plan = app::make_pairs_plan(options);
    std::vector<app::LeftOut> left_out = {{"endpoint", "sheet", 500, 1e9}};
    const auto rows = app::measure_pairs_case(plan, plan.cases[0], left_out, [] {});
    const app::BenchReport<app::PairsRow> writer = app::pairs_report(plan, left_out);
    std::ostringstream csv;
    writer.write_csv(csv, rows);

    const app::Json report = writer.json(options, rows);
    EXPECT_EQ(report.at("kind"), "bench pairs");
    EXPECT_EQ(report.at("schema"), 1);
    EXPECT_EQ(report.at("arguments").size(), 2u);
    EXPECT_EQ(report.at("left_out").at(0).at("broad_phase"), "endpoint");
    ASSERT_EQ(report.at("cases").size(), 2u);
    size_t samples = 0;
    for (const auto& row : report.at("cases")) {
        for (const char* key : {"n", "median_ms", "min_ms", "noise", "stages", "tests", "pairs",
                                "pairs_per_s", "passes_run", "bytes", "check", "warnings"}) {
            EXPECT_TRUE(row.contains(key)) << key;
        }
        samples += row.at("samples_ms").size();
    }
    const std::string text = csv.str();
    EXPECT_EQ(text.substr(0, text.find('\n')), "kind,n,broad_phase,backend,sample,ms");
    EXPECT_EQ(size_t(std::count(text.begin(), text.end(), '\n')), 1 + samples);
}

TEST(BenchPairs, who_is_slow_is_ended_and_takes_no_time_from_the_others) {
    app::PairsBenchOptions options = options_of({"uniform"}, {300000});
    options.broad_phases = {"brute", "columns"};
    options.timeout_s = 1;
    const app::PairsPlan plan = app::make_pairs_plan(options);
    std::vector<app::LeftOut> left_out;
    const auto start = std::chrono::steady_clock::now();
    const auto rows = app::measure_pairs_case(plan, plan.cases[0], left_out, [] {});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
    EXPECT_EQ(rows[0].check, "timed out");
    EXPECT_TRUE(rows[0].samples_ms.empty());
    ASSERT_EQ(rows[0].warnings.size(), 1u);
    EXPECT_EQ(rows[0].warnings[0], "not measured: --timeout 1.0 s exceeded");
    EXPECT_FALSE(rows[1].samples_ms.empty());
    EXPECT_EQ(rows[1].check.substr(0, 3), "ok:") << rows[1].check;
}

TEST(BenchPairs, wrong_words_are_refused_with_the_nearest_name) {
    const auto refusal = [](const app::PairsBenchOptions& options) -> std::string {
        try {
            app::make_pairs_plan(options);
        } catch (const app::BadUsage& error) {
            return error.what();
        }
        return "not refused";
    };
    EXPECT_NE(refusal(options_of({"unifrom"}, {})).find("did you mean 'uniform'"), std::string::npos);
    app::PairsBenchOptions options = options_of({}, {100});
    options.broad_phases = {"sweep", "endpiont"};
    EXPECT_NE(refusal(options).find("did you mean 'endpoint'"), std::string::npos);
    options = options_of({}, {100});
    options.rivals = {"cgla"};
    EXPECT_NE(refusal(options).find("did you mean 'cgal'"), std::string::npos);
    EXPECT_NE(refusal(options_of({"boxes.npy"}, {100})).find("-n belongs to made boxes"), std::string::npos);
    EXPECT_THROW(app::make_pairs_plan(options_of({"missing.npy"}, {})), app::BadFile);
    EXPECT_THROW(app::make_pairs_plan(options_of({}, {(1u << 27) + 1})), sort::OverLimit);
}

}  // namespace
