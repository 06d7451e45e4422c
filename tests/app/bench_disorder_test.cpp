// The parts of `bench disorder` and `bench record`: series ascend, crossovers are where they are, folders of
// frames are measured frame by frame, and what is recorded is what the sort received.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "app/base/errors.h"
#include "app/bench/sort/disorder.h"
#include "app/bench/sort/disorder_plan.h"
#include "app/bench/sort/record.h"
#include "app/cli/resolve.h"
#include "app/io/npy.h"
#include "sort/keys.h"
#include "tests/temp_dir.h"

namespace {

using app::SortRow;

/// One line: the engine's and the rival's times at 1, 2, 4, ... places.
std::vector<SortRow> line(const std::vector<double>& engine_ms, const std::vector<double>& rival_ms) {
    std::vector<SortRow> rows;
    for (size_t i = 0; i < engine_ms.size(); ++i) {
        const std::string amount = std::to_string(1u << i);
        for (const bool rival : {false, true}) {
            SortRow row;
            row.engine = rival ? "full" : "repair";
            row.input = "displaced:" + amount;
            row.count = 1024;
            row.series = "displacement";
            row.label = amount + " places";
            row.amount = 1u << i;
            const double ms = rival ? rival_ms[i] : engine_ms[i];
            if (ms > 0) row.samples_ms = {ms};
            rows.push_back(row);
        }
    }
    return rows;
}

std::string crossover_of(const std::vector<double>& engine_ms, const std::vector<double>& rival_ms) {
    const std::vector<SortRow> rows = line(engine_ms, rival_ms);
    const auto all = app::crossovers(rows, "repair", "full");
    return all.size() == 1 ? app::crossover_text(all[0]) : std::to_string(all.size()) + " lines";
}

TEST(Crossover, is_where_the_engine_stops_to_be_faster) {
    const std::string start = "displacement, 1Ki, stream: repair is ";
    EXPECT_EQ(crossover_of({1, 1, 3, 3}, {2, 2, 2, 2}),
              start + "faster than full up to 2 places, no faster from 4 places on");
    EXPECT_EQ(
        crossover_of({1, 1, 2}, {2, 2, 2}),
        start + "faster than full up to 2 places, no faster from 4 places on; within the noise at 4 places")
        << "equal times";
    EXPECT_EQ(crossover_of({3, 3}, {2, 2}), start + "nowhere faster than full");
    EXPECT_EQ(crossover_of({1, 1}, {2, 2}), start + "faster than full everywhere, up to 2 places");
    EXPECT_EQ(crossover_of({3, 1, 3, 3, 1, 3}, {2, 2, 2, 2, 2, 2}),
              start + "faster than full only at 2 places and at 16 places");
    EXPECT_EQ(crossover_of({3, 3, 1, 1, 3, 1, 1}, {2, 2, 2, 2, 2, 2, 2}),
              start + "faster than full only from 4 to 8 places and from 32 to 64 places");
    EXPECT_EQ(crossover_of({3, 3, 1, 1}, {2, 2, 2, 2}), start + "faster than full only from 4 to 8 places");
    EXPECT_EQ(crossover_of({1, 1, 3, 1}, {2, 2, 2, 2}),
              start + "faster than full only from 1 to 2 places and at 8 places");
    EXPECT_EQ(crossover_of({1, 0, 3}, {2, 2, 2}),
              start + "faster than full up to 1 places, no faster from 4 places on")
        << "a point that was not measured";
}

TEST(Crossover, gives_no_verdict_within_the_noise) {
    std::vector<SortRow> rows = line({1, 1.97, 1.97, 2.03}, {2, 2, 2, 2});
    // Ten percent of noise at 2 and 8 places, none at 1 and 4.
    for (SortRow& row : rows) {
        const double ms = row.samples_ms[0];
        if (row.amount == 2 || row.amount == 8) row.samples_ms = {0.9 * ms, 0.9 * ms, ms, 1.1 * ms, 1.1 * ms};
    }
    const auto all = app::crossovers(rows, "repair", "full");
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(
        app::crossover_text(all[0]),
        "displacement, 1Ki, stream: repair is faster than full only at 1 places and at 4 places; within the "
        "noise at 2 places and 8 places");
    for (SortRow& row : rows) {
        const double ms = row.samples_ms[0];
        row.samples_ms = {0.5 * ms, 0.5 * ms, ms, 1.5 * ms, 1.5 * ms};
    }
    const auto none = app::crossovers(std::span(rows).last(4), "repair", "full");
    EXPECT_EQ(
        app::crossover_text(none[0]),
        "displacement, 1Ki, stream: repair is nowhere faster than full; within the noise at 4 places and 8 places");
}

TEST(SortRow, has_the_throughput_of_frames_of_unequal_size) {
    SortRow row;
    row.count = 1000000;
    row.frames = {{1000000, 16000000, 10, 0.01}, {1000, 16000, 0.01, 0.2}, {1000, 16000, 0.01, 0.03}};
    row.samples_ms = {10, 0.01, 0.01};  // the median is that of a small frame
    EXPECT_NEAR(row.keys_per_s(), 1002000 / 0.01002, 1);
    EXPECT_NEAR(row.bytes_per_s(), 16032000 / 0.01002, 16);
    EXPECT_EQ(row.bytes(), 16032000u / 3);
    EXPECT_EQ(row.noise(), 0.03) << "not the spread between the frames";
    EXPECT_EQ(SortRow().keys_per_s(), 0);
}

TEST(Crossover, keeps_sizes_and_launches_apart) {
    std::vector<SortRow> rows = line({1, 3}, {2, 2}), larger = line({1, 1}, {2, 2});
    for (SortRow& row : larger) row.count = 4096;
    rows.insert(rows.end(), larger.begin(), larger.end());
    for (SortRow& row : larger) row.launch = sort::Launch::graph, row.series = app::kInput;
    rows.insert(rows.end(), larger.begin(), larger.end());
    const auto all = app::crossovers(rows, "repair", "full");
    ASSERT_EQ(all.size(), 2u) << "a list of inputs is no series";
    EXPECT_EQ(all[0].first_lost()->amount, 2);
    EXPECT_EQ(all[1].count, 4096u);
    EXPECT_EQ(all[1].first_lost(), nullptr);
    EXPECT_TRUE(app::crossovers(rows, "repair", "nobody").empty());
}

TEST(DisorderSeries, ascend_and_are_inputs_of_the_command_line) {
    for (const std::string series : {app::kDisplacement, app::kTeleports, app::kSpeed}) {
        for (const std::string gas : {"gas", "gas24"}) {
            const auto points = app::series_points(series, 1u << 20, gas);
            ASSERT_GE(points.size(), 10u) << series;
            for (size_t i = 1; i < points.size(); ++i) EXPECT_LT(points[i - 1].disorder, points[i].disorder);
            for (const app::SortCase& one : points) {
                EXPECT_TRUE(one.input.made.has_value()) << one.input.name;
                EXPECT_EQ(one.count, 1u << 20);
                EXPECT_EQ(one.series, series);
            }
        }
    }
    const auto places = app::series_points(app::kDisplacement, 1u << 16, "gas");
    EXPECT_EQ(places.front().input.name, "sorted");
    EXPECT_EQ(places.back().input.name, "displaced:4096");
    EXPECT_EQ(app::series_points(app::kTeleports, 10, "gas24")[5].input.name, "gas24-teleport:0.01:0.1%");
    EXPECT_EQ(app::series_points(app::kDisplacement, 3, "gas").size(), 1u);
}

TEST(Disorder, is_how_far_and_how_many) {
    EXPECT_EQ(app::disorder_of({0, 1, 2, 3}).max_shift, 0u);
    const app::Disorder one = app::disorder_of({3, 1, 0, 2});
    EXPECT_EQ(one.max_shift, 3u);
    EXPECT_EQ(one.misplaced, 0.75);
    EXPECT_EQ(app::disorder_of({}).misplaced, 0);
}

TEST(SortFrames, of_different_types_or_none_are_refused) {
    const TempDir dir;
    EXPECT_NE(message_of<app::BadFile>([&] { app::parse_bench_input(dir.path()); }).find("no .npy file"),
              std::string::npos);
    const auto write = [&]<class T>(const char* name, const char* type, const std::vector<T>& keys) {
        std::ofstream file(dir / name, std::ios::binary);
        app::write_npy(file, type, {keys.size()}, std::as_bytes(std::span(keys)));
    };
    write("1.npy", "<f4", std::vector<float>{1});
    write("2.npy", "<u4", std::vector<uint32_t>{1});
    EXPECT_NE(message_of<app::BadFile>([&] { app::parse_bench_input(dir.path()); }).find("f32 expected"),
              std::string::npos);
    EXPECT_THROW(app::parse_bench_input(dir / "3.npy"), app::BadFile);
    EXPECT_THROW(app::parse_bench_input("gass:0.1"), app::BadUsage);
}

TEST(Record, is_what_the_sort_received) {
    for (const std::string scene : {"gas", "pile"}) {
        app::Options options;
        options.scene = scene;
        options.bodies = 500;
        options.backend = "cpu";
        options.broad_phase = "sweep";
        const auto world = app::create_world(app::resolve_world(options));
        std::vector<uint32_t> slot_of_id(500);  // before the step, which is the order of the keys
        std::iota(slot_of_id.begin(), slot_of_id.end(), 0u);
        for (int step = 0; step < 30; ++step) {
            world->step(1);
            const std::vector<uint32_t> keys = app::sort_input(*world).keys;
            const sim::Snapshot after = world->snapshot();
            for (uint32_t id = 0; id < 500; ++id) {
                const sim::Body& body = after.bodies[id];
                const float at[] = {body.position_m.x, body.position_m.y, body.position_m.z};
                ASSERT_EQ(sort::key_to_float(keys[slot_of_id[id]]),
                          at[world->counters().axis] - body.radius_m)
                    << scene << " step " << step << " id " << id;
            }
            for (uint32_t slot = 0; slot < 500; ++slot) slot_of_id[world->bodies().id[slot]] = slot;
        }
    }
}

TEST(Record, of_columns_has_the_descents_that_the_step_counted) {
    app::Options options;
    options.scene = "gas";
    options.bodies = 3000;
    options.backend = "cpu";
    options.broad_phase = "columns";
    const auto world = app::create_world(app::resolve_world(options));
    uint32_t in_all = 0;
    for (int step = 0; step < 60; ++step) {
        world->step(1);
        const std::vector<uint32_t> keys = app::sort_input(*world).keys;
        uint32_t descents = 0;
        for (size_t i = 1; i < keys.size(); ++i) descents += keys[i - 1] > keys[i] ? 1 : 0;
        ASSERT_EQ(descents, world->counters().descents) << step;
        in_all += step > 0 ? descents : 0;
    }
    EXPECT_GT(in_all, 0u);
}

}  // namespace
