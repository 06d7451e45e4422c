// The parts of `bench step` and `bench scale`: plans, rows whose states are compared, exponents, reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/base/errors.h"
#include "app/bench/common/plot_svg.h"
#include "app/bench/steps/gravity_report.h"
#include "app/bench/steps/scale_plan.h"
#include "app/bench/steps/scale_report.h"
#include "app/bench/steps/step_report.h"
#include "app/cli/resolve.h"

namespace {

using testing::HasSubstr;

app::ScaleOptions options_of(std::vector<std::string> scenes, std::vector<uint64_t> counts) {
    app::ScaleOptions options;
    options.backend = "cpu";
    options.threads = 2;
    options.frames = 8;
    options.warmup = 4;
    options.scenes = std::move(scenes);
    options.counts = std::move(counts);
    options.min_time_s = 0;
    return options;
}

std::vector<app::StepRow> rows_of(const app::StepPlan& plan, std::vector<app::StepLeftOut>& left_out) {
    return app::measure_step_case(plan, plan.cases.front(), left_out, [] {});
}

template <class Error>
std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "not refused";
}

TEST(BenchStep, every_built_in_scene_and_three_sizes_are_usual) {
    const app::StepPlan plan = app::make_step_plan(options_of({}, {}));
    ASSERT_EQ(plan.cases.size() % 3, 0u);
    EXPECT_GE(plan.cases.size(), 15u);
    for (size_t k = 0; k < plan.cases.size(); k += 3) {
        const bool meshes = plan.cases[k].scene == "chairs";
        EXPECT_EQ(plan.cases[k].count, meshes ? 100u : 1000u);
        EXPECT_EQ(plan.cases[k + 1].count, meshes ? 300u : 10000u);
        EXPECT_EQ(plan.cases[k + 2].count, meshes ? 1000u : 100000u);
    }
    EXPECT_EQ(plan.cases[0].worlds.size(), 1u);
    // Of all scenes, not of the first alone.
    for (const char* stage :
         {"boxes", "keys", "sort", "narrow/keep", "narrow/search", "walls", "ground", "solve"}) {
        EXPECT_THAT(plan.stages, testing::Contains(stage));
    }
}

TEST(BenchStep, the_warm_up_goes_on_until_bodies_touch_or_rest) {
    app::ScaleOptions options = options_of({"chairs"}, {6});
    options.warmup = 0;
    options.frames = 5;
    options.broad_phases = {"columns", "brute"};
    uint64_t reached[2];
    for (const bool rest : {false, true}) {
        options.until = rest ? "rest" : "contact";
        std::vector<app::StepLeftOut> left_out;
        auto rows = rows_of(app::make_step_plan(options), left_out);
        ASSERT_EQ(rows.size(), 2u);
        EXPECT_EQ(app::compare_states(rows), "");
        EXPECT_EQ(rows[0].warmup, rows[1].warmup);
        EXPECT_EQ(rows[0].state_step, rows[0].warmup + 5);
        EXPECT_EQ(rows[0].counters.asleep == 6, rest);
        EXPECT_GT(rows[0].shape_bytes, 1000000u);
        EXPECT_NEAR(6 * rows[0].bytes_a_body(), double(rows[0].bytes) - double(rows[0].shape_bytes), 1);
        EXPECT_EQ(rows[0].sorting.name, "keys + sort + reorder");
        reached[rest] = rows[0].warmup;
    }
    EXPECT_GT(reached[1], reached[0] + 100);
    options.timeout_s = 0.002;
    std::vector<app::StepLeftOut> left_out;
    EXPECT_TRUE(rows_of(app::make_step_plan(options), left_out).empty());
    ASSERT_EQ(left_out.size(), 2u);
    EXPECT_THAT(left_out[0].reason, HasSubstr("asleep"));
}

TEST(BenchStep, many_bodies_have_fewer_steps_a_run) {
    EXPECT_EQ(app::usual_frames(1), 100u);
    EXPECT_EQ(app::usual_frames(20000), 100u);
    EXPECT_EQ(app::usual_frames(100000), 20u);
    EXPECT_EQ(app::usual_frames(1u << 27), 10u);
}

TEST(BenchStep, rows_have_runs_stages_and_the_state_that_profile_prints) {
    app::ScaleOptions options = options_of({"gas"}, {700});
    options.broad_phases = {"columns", "sweep", "brute", "auto"};
    const app::StepPlan plan = app::make_step_plan(options);
    std::vector<app::StepLeftOut> left_out;
    auto rows = rows_of(plan, left_out);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_TRUE(left_out.empty());
    EXPECT_EQ(app::compare_states(rows), "");

    const auto world = app::create_world(plan.cases[0].worlds[0]);
    world->step(4 + 8);
    const uint64_t state = sim::state_hash(world->snapshot());
    for (const app::StepRow& row : rows) {
        EXPECT_EQ(row.check, "ok");
        EXPECT_EQ(row.state, state) << row.broad_phase;
        EXPECT_EQ(row.state_step, 12u);
        EXPECT_GE(int(row.steps_per_s.size()), plan.min_runs);
        EXPECT_GE(row.best(), row.median());
        EXPECT_GT(row.median(), 0);
        EXPECT_GT(row.bytes, 700u * 48);
        EXPECT_EQ(row.counters.pairs, rows[0].counters.pairs);
        EXPECT_EQ(row.counters.contacts, rows[0].counters.contacts);
        double share = 0;
        for (const app::StageSummary& stage : row.stages) {
            EXPECT_NE(stage.name, "profiler");
            share += stage.share;
        }
        EXPECT_GT(share, 0.5) << row.broad_phase;
        EXPECT_LT(share, 1.2) << row.broad_phase;
    }
    EXPECT_NE(rows[3].broad_phase, "auto") << "the row names what was chosen";
    EXPECT_NE(rows[3].reason, "");
}

TEST(BenchStep, both_backends_come_to_one_state) {
    if (!sim::cuda_available(nullptr)) GTEST_SKIP() << "skipped: no CUDA device";
    app::ScaleOptions options = options_of({"pile"}, {2000});
    options.backend = "auto";
    options.broad_phases = {"columns", "sweep"};
    std::vector<app::StepLeftOut> left_out;
    auto rows = rows_of(app::make_step_plan(options), left_out);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].backend, sort::Backend::cuda);
    EXPECT_EQ(rows[3].backend, sort::Backend::cpu);
    EXPECT_EQ(app::compare_states(rows), "");
    EXPECT_EQ(rows[0].check, "ok");
}

TEST(BenchStep, a_state_that_differs_is_found_and_named) {
    app::ScaleOptions options = options_of({"pile"}, {300});
    options.broad_phases = {"columns", "sweep"};
    std::vector<app::StepLeftOut> left_out;
    auto rows = rows_of(app::make_step_plan(options), left_out);
    ASSERT_EQ(rows.size(), 2u);
    rows[1].state ^= 1;
    EXPECT_THAT(app::compare_states(rows), HasSubstr("pile, 300: cpu sweep has state 0x"));
    EXPECT_EQ(rows[0].check, "differs");
    EXPECT_EQ(rows[1].check, "differs");
    rows[1].state ^= 1;
    ++rows[1].state_step;
    EXPECT_NE(app::compare_states(rows), "");
    rows.pop_back();
    EXPECT_EQ(app::compare_states(rows), "");
    EXPECT_EQ(rows[0].check, "alone");
    EXPECT_EQ(app::compare_states({}), "");
}

TEST(BenchStep, what_is_too_slow_or_does_not_fit_is_named_with_the_reason) {
    app::ScaleOptions options = options_of({"gas"}, {20000});
    options.broad_phases = {"brute"};
    options.timeout_s = 1e-3;
    std::vector<app::StepLeftOut> left_out;
    EXPECT_TRUE(rows_of(app::make_step_plan(options), left_out).empty());
    ASSERT_EQ(left_out.size(), 1u);
    EXPECT_THAT(left_out[0].reason, HasSubstr("of 12 steps in"));
    EXPECT_FALSE(left_out[0].too_large);

    app::StepPlan plan = app::make_step_plan(options_of({"pile"}, {5000}));
    plan.cases[0].worlds[0].most_pairs = 1;
    plan.cases[0].warmup = 100000;
    plan.cases[0].worlds[0].bodies = sim::kMaxBodies;  // more than these machines hold
    EXPECT_TRUE(rows_of(plan, left_out).empty());
    ASSERT_EQ(left_out.size(), 2u);
    EXPECT_TRUE(left_out[1].too_large);
    EXPECT_THAT(left_out[1].reason, HasSubstr("GB of memory; at most "));
}

TEST(BenchStep, a_run_whose_last_step_ends_after_the_time_counts) {
    app::ScaleOptions options = options_of({"gas"}, {10});
    options.warmup = 0;
    options.frames = 1;
    options.broad_phases = {"brute"};
    options.timeout_s = 0.4;
    std::vector<app::StepLeftOut> left_out;
    const app::StepPlan plan = app::make_step_plan(options);
    const auto until_late = [first = true]() mutable {
        if (std::exchange(first, false)) std::this_thread::sleep_for(std::chrono::milliseconds(450));
    };
    const auto rows = app::measure_step_case(plan, plan.cases.front(), left_out, until_late);
    EXPECT_TRUE(left_out.empty()) << left_out[0].reason;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_GE(rows[0].steps_per_s.size(), 1u);
}

TEST(BenchStep, ticks_after_every_step_of_every_world) {
    app::ScaleOptions options = options_of({"gas"}, {10});
    options.broad_phases = {"brute", "columns"};
    app::StepPlan plan = app::make_step_plan(options);
    plan.min_runs = plan.max_runs = 3;
    std::vector<app::StepLeftOut> left_out;
    size_t ticks = 0;
    const auto rows = app::measure_step_case(plan, plan.cases.front(), left_out, [&] { ++ticks; });
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(ticks, 2 * (4 + 3 * 8u)) << "4 to warm up, 3 runs of 8";
}

TEST(BenchStep, the_report_has_what_was_asked_and_every_run) {
    app::ScaleOptions options = options_of({"mixed"}, {400});
    options.words = {"bench", "step"};
    const app::StepPlan plan = app::make_step_plan(options);
    std::vector<app::StepLeftOut> left_out = {{"mixed", "sweep", sort::Backend::cpu, 400, "a reason"}};
    auto rows = rows_of(plan, left_out);
    const app::BenchReport<app::StepRow> writer = app::step_report(options, plan, left_out);
    std::ostringstream csv;
    writer.write_csv(csv, rows);

    const app::Json report = writer.json(options, rows);
    EXPECT_EQ(report.at("kind"), "bench step");
    EXPECT_EQ(report.at("schema"), 1);
    EXPECT_EQ(report.at("asked").at(0).at("frames"), 8);
    EXPECT_EQ(report.at("left_out").at(0).at("reason"), "a reason");
    const auto& row = report.at("cases").at(0);
    for (const char* key :
         {"scene", "n", "backend", "broad_phase", "engine", "time_step_s", "steps_per_second", "noise",
          "step", "stages", "pairs", "contacts", "tests", "bytes", "state", "check"}) {
        EXPECT_TRUE(row.contains(key)) << key;
    }
    EXPECT_EQ(row.at("simulated_seconds_per_second"),
              row.at("time_step_s").get<double>() * row.at("steps_per_second").get<double>());
    EXPECT_GT(row.at("simulated_seconds_per_second"), 0);
    const std::string text = csv.str();
    EXPECT_EQ(text.substr(0, text.find('\n')), "scene,n,backend,broad_phase,run,steps_per_s");
    EXPECT_EQ(size_t(std::count(text.begin(), text.end(), '\n')),
              1 + row.at("samples_steps_per_second").size());
}

app::ScaleLine line_of(double factor, double power) {
    app::ScaleLine line{true, "gas", "columns", sort::Backend::cpu, {}};
    for (const uint32_t n : {1000u, 10000u, 100000u}) {
        app::ScalePoint point;
        point.count = n;
        point.samples_ms = {factor * std::pow(n, power)};
        line.points.push_back(point);
    }
    return line;
}

TEST(BenchScale, the_fit_finds_the_power_that_times_were_made_with) {
    for (const double power : {0.5, 1.0, 5.0 / 3, 2.0}) {
        const app::ScaleLine line = line_of(0.003, power);
        EXPECT_NEAR(line.exponent().value(), power, 1e-9);
        EXPECT_NEAR(line.exponent_at(1).value(), power, 1e-9);
        EXPECT_NEAR(line.last_exponent().value(), power, 1e-9);
    }
    // Two off the line by the same factor, up and down: the slope between the ends of three stays.
    app::ScaleLine bent = line_of(1, 1);
    bent.points[1].samples_ms[0] *= 2;
    EXPECT_NEAR(bent.exponent().value(), 1, 1e-9);
    EXPECT_NEAR(bent.last_exponent().value(), 1 - std::log10(2.0), 1e-9);
    const double n[] = {10, 20, 40, 80}, ms[] = {1, 2, 4, 16};
    EXPECT_NEAR(app::fitted_exponent(n, ms).value(), 1.3, 1e-9);  // by hand: sum xy / sum xx in log2
}

app::GravityRow gravity_row(uint32_t count, double walk_ms) {
    app::GravityRow row;
    row.method = "tree";
    row.angle = 0.8;
    row.count = count;
    row.stages_ms = {{"walk", walk_ms}};
    return row;
}

TEST(BenchGravity, growth_is_said_of_many_bodies_and_of_sizes_far_apart) {
    const auto growth = [](uint32_t few, uint32_t many) {
        const std::vector<app::GravityRow> rows = {gravity_row(few, few), gravity_row(many, 2.0 * many)};
        return app::growth_text(rows);
    };
    EXPECT_THAT(growth(16000, 64000), testing::ElementsAre(HasSubstr("n^1.50 from 16,000 to 64,000 bodies")));
    EXPECT_THAT(growth(15999, 64000), testing::IsEmpty());
    EXPECT_THAT(growth(16000, 63999), testing::IsEmpty());
    EXPECT_THAT(growth(20000, 20000), testing::IsEmpty());
}

TEST(BenchScale, without_two_sizes_there_is_no_power) {
    app::ScaleLine line = line_of(1, 1);
    EXPECT_THAT(app::growth_text(line), HasSubstr("gas step, columns: n^1.00 from 1000 to 100000, n^1.00"));
    line.points.resize(1);
    EXPECT_FALSE(line.exponent() || line.last_exponent());
    EXPECT_THAT(app::growth_text(line), HasSubstr("two sizes are needed"));
    line.points.clear();
    EXPECT_FALSE(line.exponent() || line.last_exponent());
    EXPECT_EQ(line.foreseen_ms(1000), 0);
    const double n[] = {5, 5}, ms[] = {1, 2}, none[] = {0, 1};
    EXPECT_FALSE(app::fitted_exponent(n, ms));
    EXPECT_FALSE(app::fitted_exponent(ms, none));
}

TEST(BenchScale, the_next_size_is_foreseen_by_the_last_growth) {
    EXPECT_NEAR(line_of(1, 5.0 / 3).foreseen_ms(1000000), std::pow(1e6, 5.0 / 3), 1);
    const app::ScaleLine flat = line_of(1, 0.2);  // never less than in proportion
    EXPECT_NEAR(flat.foreseen_ms(1000000), 10 * flat.points[2].median_ms(), 1e-6);
    app::ScaleLine one = line_of(1, 1);
    one.points.resize(1);
    EXPECT_NEAR(one.foreseen_ms(10000), 1000 * std::pow(10, 1.1), 1e-6);
    one.broad_phase = "sweep";
    EXPECT_NEAR(one.foreseen_ms(10000), 1000 * std::pow(10, 5.0 / 3), 1e-6);
}

TEST(BenchScale, lines_are_kinds_then_scenes_each_with_every_broad_phase) {
    app::ScaleOptions options = options_of({"gas"}, {4000, 1000});
    options.kinds = {"uniform", "pile"};
    options.broad_phases = {"columns", "sweep"};
    const auto tasks = app::make_scale_tasks(options);
    ASSERT_EQ(tasks.size(), 6u);
    EXPECT_EQ(tasks[0].line.name(), "uniform pairs, columns");
    EXPECT_EQ(tasks[3].line.name(), "pile pairs, sweep");
    EXPECT_EQ(tasks[4].line.name(), "gas step, columns");
    for (const app::ScaleTask& task : tasks) {
        EXPECT_THAT(task.counts, testing::ElementsAre(1000, 4000));
        ASSERT_EQ(task.line.step ? task.steps.cases.size() : task.pairs.cases.size(), 2u);
        if (task.line.step) continue;
        EXPECT_EQ(task.pairs.cases[0].count, 1000u);
        EXPECT_EQ(task.pairs.cases[0].input->name, task.line.input);
    }
    const auto usual = app::make_scale_tasks(options_of({}, {}));
    ASSERT_EQ(usual.size(), 2u);
    EXPECT_EQ(usual[0].line.input, "uniform");
    EXPECT_EQ(usual[1].line.input, "gas");
    EXPECT_EQ(usual[1].counts.back(), 10000000u);
    EXPECT_EQ(app::make_scale_tasks(options_of({"chairs"}, {}))[0].counts.back(), 100000u);
    // What does not fit ends a line, and is no reason to measure none.
    const auto huge = app::make_scale_tasks(options_of({}, {1000, sim::kMaxBodies}));
    EXPECT_EQ(huge[0].pairs.cases[1].count, sim::kMaxBodies);
}

TEST(BenchScale, wrong_words_are_refused) {
    app::ScaleOptions options = options_of({}, {100});
    options.kinds = {"boxes.npy"};
    EXPECT_THAT(refusal<app::BadUsage>([&] { app::make_scale_tasks(options); }), HasSubstr("made boxes"));
    options.kinds = {"unifrom"};
    EXPECT_THAT(refusal<app::BadUsage>([&] { app::make_scale_tasks(options); }),
                HasSubstr("did you mean 'uniform'"));
    options.kinds.clear();
    options.broad_phases = {"auto"};
    EXPECT_THAT(refusal<app::BadUsage>([&] { app::make_scale_tasks(options); }), HasSubstr("auto"));
    EXPECT_THAT(refusal<app::BadUsage>([&] {
                    app::make_scale_tasks(options_of({}, {0, 5}));
                }),
                HasSubstr("-n 0"));
    options = options_of({"gas"}, {100});
    options.frames = 0;
    EXPECT_THAT(refusal<app::BadUsage>([&] { app::make_step_plan(options); }), HasSubstr("at least 1 step"));
}

TEST(BenchScale, report_and_picture_have_every_line) {
    const std::vector<app::ScaleLine> lines = {line_of(0.001, 1), line_of(0.0001, 1.5)};
    const std::vector<std::string> left_out = {"gas step, columns from 10M on: no room"};
    const app::ScaleOptions options;
    const app::BenchReport<app::ScaleRow> writer = app::scale_report(options, lines, left_out);
    const app::ScaleRow rows[] = {{&lines[0], 0}, {&lines[1], 2}};
    std::ostringstream csv;
    writer.write_csv(csv, rows);
    const app::Json report = writer.json(options, rows);
    ASSERT_EQ(report.at("lines").size(), 2u);
    EXPECT_NEAR(report.at("lines").at(1).at("exponent").get<double>(), 1.5, 1e-9);
    EXPECT_EQ(report.at("lines").at(0).at("points").at(2).at("samples_ms").size(), 1u);
    EXPECT_EQ(report.at("left_out").at(0), left_out[0]);
    EXPECT_EQ(csv.str(),
              "what,input,broad_phase,backend,n,sample,ms\n"
              "step,gas,columns,cpu,1000,0,1\n"
              "step,gas,columns,cpu,100000,0,3162.28\n");

    const std::string svg = app::plot_svg(app::scale_chart(lines), "here");
    EXPECT_THAT(svg, HasSubstr("gas step, columns, n^1.00"));
    EXPECT_THAT(svg, HasSubstr("gas step, columns, n^1.50"));
    EXPECT_THAT(svg, testing::Not(HasSubstr("nothing measured")));
}

}  // namespace
