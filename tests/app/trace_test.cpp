// Traces as Perfetto reads them: all lanes, nested exactly, with the times of the CSV.
#include "app/measure/frames/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "app/base/wall_clock.h"
#include "app/cli/resolve.h"
#include "app/measure/profile/profiler.h"
#include "app/measure/profile/profiler_stages.h"
#include "tests/app/trace_rules.h"

namespace {

using testing::IsEmpty;

std::string written(const app::FrameTimeline& timeline, std::span<const char* const> paths = {}) {
    std::ostringstream out;
    app::write_trace(out, timeline, paths);
    return out.str();
}

/// A step of three pieces of 5, 10 and 20 us, i times 100 us after its world's start.
sim::StepReport make_step(uint64_t i) {
    sim::StepReport step{};
    step.step = i;
    step.start_us = 100.0 * static_cast<double>(i);
    step.stages = {{"a", step.start_us, 5, 1000, 10},
                   {"sort/order check", step.start_us + 5, 10, 4000, 5},
                   {"sort/pass 00/count", step.start_us + 15, 20, 6000, 5}};
    step.duration_us = 35;
    step.counters.pairs = 7 * i;
    step.counters.sorts = 1;
    step.counters.sort_path[0] = 1;
    step.counters.passes_run = 1;
    step.counters.sort_windows = 2;
    step.counters.sort_max_shift = 98;
    return step;
}

constexpr const char* kPaths[] = {"in order", "full"};

TEST(Trace, has_all_lanes_by_name_and_slices_nest) {
    app::FrameTimeline timeline;
    app::FrameClock clock;
    clock.begin(2);
    clock.enter(app::FramePart::steps, 2.0001);
    clock.enter(app::FramePart::present, 2.0015);
    timeline.add(*clock.begin(2.002));
    timeline.add(make_step(1), 2);
    timeline.add(make_step(2), 2);
    const app::TimedCopy copies[] = {{"upload", 2.0011, 2.0012, 4096}};
    timeline.add(2.001, 2.0013, copies);
    const sim::StageTime passes[] = {{"sun map", 1, 9, 0, 0}, {"light", 10, 20, 0, 0}};
    timeline.add_drawing(2.0014, 30, passes);

    const auto trace = trace_rules::read(written(timeline, kPaths));
    EXPECT_THAT(trace.faults, IsEmpty());
    ASSERT_EQ(trace.tracks.size(), 4u);
    EXPECT_EQ(trace.tracks.at(trace.find("frame 1").track), "frame, CPU");
    EXPECT_EQ(trace.find("frame 1").start_ns, 0) << "times count from the first event";
    EXPECT_EQ(trace.find("steps").below, "frame 1");
    EXPECT_EQ(trace.find("pass 00/count").below, "step 1 > sort");
    EXPECT_EQ(trace.find("pass 00/count").start_ns, 115000) << "on the clock of the frame";
    EXPECT_EQ(trace.find("upload").below, "hand-over");
    EXPECT_EQ(trace.find("light").below, "drawing");
    EXPECT_EQ(trace.find("light").end_ns, 1430000);
    EXPECT_EQ(trace.find("sort").event["args"]["path"], "full");
    EXPECT_EQ(trace.find("sort").event["args"]["items"], 5) << "those of its largest piece";
    EXPECT_EQ(trace.find("sort").event["args"]["bytes"], 10000) << "those of all pieces";
    EXPECT_EQ(trace.find("step 1").event["args"]["bytes"], 11000);
    EXPECT_EQ(trace.counters.size(), 2u * 2);
    // Perfetto calls the track by the event's name and the key of its number, Tracy by the key.
    std::set<std::string> perfetto, tracy;
    for (const auto& event : trace.counters) {
        for (const auto& [key, value] : event["args"].items()) {
            EXPECT_TRUE(value.is_number()) << event;
            perfetto.insert(event["name"].get<std::string>() + " " + key);
            tracy.insert(key);
        }
    }
    EXPECT_THAT(perfetto, testing::UnorderedElementsAre("step pairs", "step contacts", "step descents",
                                                        "sort sort windows", "sort sort movers",
                                                        "sort sort max shift"));
    EXPECT_EQ(tracy.size(), 6u) << "two plots in one";
}

/// tracy-import-chrome reads `pid`, `tid`, `ts` and `dur` as numbers, counts from 0 and takes `args` as texts.
TEST(Trace, has_the_fields_that_tracy_imports) {
    app::FrameTimeline timeline;
    timeline.add(make_step(1), 2);
    const auto document = nlohmann::json::parse(written(timeline, kPaths));
    for (const auto& event : document["traceEvents"]) {
        const std::string kind = event["ph"];
        if (kind == "C" || event["name"] == "process_name") continue;
        EXPECT_TRUE(event["pid"].is_number_unsigned() && event["tid"].is_number_unsigned()) << event;
        if (kind == "M") continue;
        EXPECT_GE(event["ts"].get<double>(), 0) << event;
        if (kind != "X") continue;
        EXPECT_GE(event["dur"].get<double>(), 0) << event;
    }
}

TEST(Trace, a_sort_that_is_one_launch_has_its_path_as_a_slice) {
    app::FrameTimeline timeline;
    sim::StepReport step = make_step(1);
    std::erase_if(step.stages, [](const sim::StageTime& stage) { return stage.name.starts_with("sort/"); });
    step.stages.push_back({"sort", step.start_us + 12, 8, 0, 5});
    timeline.add(step, 0);
    const auto trace = trace_rules::read(written(timeline, kPaths));
    EXPECT_THAT(trace.faults, IsEmpty());
    EXPECT_EQ(trace.find("full").below, "step 1 > sort");
    EXPECT_EQ(trace.find("full").start_ns, trace.find("sort").start_ns);
}

/// Rounding must not push a piece out of its stage, nor one that reports too much time out of its step.
TEST(Trace, slices_that_would_overlap_are_held_within_what_they_belong_to) {
    app::FrameTimeline timeline;
    sim::StepReport step = make_step(3);
    step.start_us = 1234567.0006;
    for (sim::StageTime& stage : step.stages) stage.start_us += 1234267.0006;
    step.stages[1].duration_us = 10.0004;
    step.stages[2].duration_us = 99;
    timeline.add(step, 0.1234567);
    sim::StepReport next = make_step(4);  // begins before the last one ends
    next.start_us = step.start_us + 30;
    for (sim::StageTime& stage : next.stages) stage.start_us += 1234297 - 100;
    timeline.add(next, 0.1234567);
    EXPECT_THAT(trace_rules::read(written(timeline)).faults, IsEmpty());
}

TEST(Trace, skipped_passes_are_instants_with_the_time_that_they_took_when_they_last_ran) {
    app::FrameTimeline timeline;
    timeline.add(make_step(1), 0);
    sim::StepReport step = make_step(2);
    step.stages[2] = {"sort/pass 00/count", step.start_us + 15, 1, 0, 5, true};
    timeline.add(step, 0);
    step = make_step(3);
    step.stages[2] = {"sort/pass 01/count", step.start_us + 15, 1, 0, 5, true};
    timeline.add(step, 0);
    const auto trace = trace_rules::read(written(timeline));
    ASSERT_EQ(trace.instants.size(), 2u);
    EXPECT_EQ(trace.instants[0]["name"], "skipped: pass 00/count");
    EXPECT_EQ(trace.instants[0]["args"]["saved_us"], 20);
    EXPECT_EQ(trace.instants[0]["args"]["as_in_step"], 1);
    EXPECT_EQ(trace.instants[0]["ts"], 115);
    EXPECT_TRUE(trace.instants[1]["args"]["saved_us"].is_null()) << "it never ran";
    EXPECT_EQ(trace.find("pass 01/count").event["args"]["skipped"], true);

    // Where passes are not reported, all of a step are one mark behind its sort.
    app::FrameTimeline replayed;
    for (uint64_t i = 1; i <= 2; ++i) {
        sim::StepReport whole = make_step(i);
        whole.stages = {{"sort", whole.start_us, 24, 4000, 5}};
        whole.counters.passes_run = i == 1 ? 3 : 0;
        whole.counters.passes_skipped = i == 1 ? 0 : 3;
        replayed.add(whole, 0);
    }
    sim::StepReport mended = make_step(3);  // in a moment, by a repair that counts as a pass
    mended.stages = {{"sort", mended.start_us, 2, 4000, 5}};
    mended.counters.passes_skipped = 2;
    replayed.add(mended, 0);
    const auto marks = trace_rules::read(written(replayed)).instants;
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[1]["args"]["saved_us"], 16) << "two of the three that ran in step 1";
    EXPECT_EQ(marks[1]["args"]["as_in_step"], 1);
    EXPECT_EQ(marks[0]["args"]["count"], 3);
    EXPECT_EQ(marks[0]["args"]["saved_us"], 24);
    EXPECT_EQ(marks[0]["ts"], 100 + 24);
}

TEST(Trace, holds_any_name) {
    app::FrameTimeline timeline;
    sim::StepReport step = make_step(1);
    step.stages[0].name = "one, \"two\"";
    timeline.add(step, 0);
    EXPECT_EQ(trace_rules::read(written(timeline)).find("one, \"two\"").below, "step 1");
    EXPECT_THAT(trace_rules::read(written(app::FrameTimeline())).slices, IsEmpty()) << "nothing is no error";
}

/// By stage, as the CSV's rows have it: "frame,stage,lane,start_us,dur_us,...".
std::map<std::string, double> sums_of_csv(const std::string& csv) {
    std::map<std::string, double> sums;
    std::istringstream in(csv);
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
        if (cells[2] == "stage")
            sums[std::string(app::stage_name({cells[1], 0, 0, 0, 0}))] += std::stod(cells[4]);
    }
    return sums;
}

/// Steps of a real world, every pass timed, in frames as `profile` has them.
TEST(Trace, of_a_world_follows_the_rules_and_its_sums_by_stage_are_those_of_the_csv) {
    for (const char* engine : {"cpu-radix", "cpu-adaptive"}) {
        app::Options options;
        options.scene = "gas";
        options.bodies = 700;
        options.backend = "cpu";
        options.sort = engine;
        options.passes = true;
        const auto world = sim::World::create(app::resolve_world(options));
        app::Profiler profiler(0);
        app::FrameTimeline timeline(0);
        app::FrameClock clock;
        clock.begin(app::now_s());
        for (int frame = 0; frame < 15; ++frame) {
            clock.enter(app::FramePart::steps, app::now_s());
            world->step(2);
            clock.enter(app::FramePart::profiler, app::now_s());
            std::vector<sim::StepReport> reports;
            world->poll(reports);
            for (const sim::StepReport& report : reports) {
                profiler.add(report);
                timeline.add(report, world->clock_zero_s());
            }
            timeline.add(*clock.begin(app::now_s()));
        }
        std::ostringstream csv;
        app::write_csv(csv, profiler);
        const auto trace = trace_rules::read(written(timeline));
        EXPECT_THAT(trace.faults, IsEmpty());
        const auto expected = sums_of_csv(csv.str());
        const auto found = trace.sums_us(trace.find("step 1").track, 1);
        ASSERT_GT(expected.at("sort"), 0);
        for (const auto& [stage, us] : expected)
            EXPECT_NEAR(found.at(stage), us, 0.002 * 30 * 8)
                << stage << ": half a nanosecond or one per piece";
        EXPECT_EQ(found.size(), expected.size());

        // The CPU did the steps in its frames.
        const auto& parts = timeline.row(app::Lane::cpu, 1);
        const auto& steps = timeline.row(app::Lane::compute, 0);
        ASSERT_EQ(steps.size(), 30u);
        for (size_t k = 0; k < steps.size(); ++k) {
            const app::Slice& part = parts[parts.ending_after(steps[k].start_us)];
            EXPECT_EQ(timeline.name(part.name), "steps");
            EXPECT_GE(steps[k].start_us, part.start_us);
            EXPECT_LE(steps[k].end_us, part.end_us);
        }
    }
}

}  // namespace
