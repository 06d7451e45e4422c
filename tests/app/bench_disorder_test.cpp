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

// An engine with two ways that says which it took: in order or not.
constexpr const char* kWays[] = {"check", "full"};

class TwoWays : public sort::Sorter {
public:
    explicit TwoWays(uint32_t capacity) : capacity_(capacity) {}
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

const sort::Engine kTwoWays{"two-ways",
                            "",
                            "",
                            sort::Backend::cpu,
                            true,
                            [](uint32_t, const sort::EngineConfig&) { return size_t{0}; },
                            [](uint32_t capacity, const sort::EngineConfig&) {
                                return std::unique_ptr<sort::Sorter>(new TwoWays(capacity));
                            },
                            true,
                            {},
                            {},
                            {},
                            nullptr,
                            true,
                            kWays};

app::SortPlan plan_of_two_ways(const app::BenchInput& input) {
    sort::add_engine(kTwoWays);  // PairSorter finds engines by their names
    app::SortPlan plan;
    plan.engines = {{"two-ways", &kTwoWays, {}}, {"std-sort", sort::find_engine("std-sort"), {}}};
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
    using enum TwoWays::Fault;
    for (const TwoWays::Fault fault : {none, doubles, exchanges_equals, parts_keys, loses_keys}) {
        TwoWays::fault = fault;
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
    TwoWays::fault = none;
}

TEST(SortFrames, of_different_types_or_none_are_refused) {
    const TempDir dir;
    EXPECT_NE(message_of<app::BadFile>([&] { app::parse_bench_input(dir.path()); }).find("no .npy file"),
              std::string::npos);
    write_floats(dir / "1.npy", {1});
    std::ofstream file(dir / "2.npy", std::ios::binary);
    const std::vector<uint32_t> words = {1};
    app::write_npy(file, "<u4", {1}, std::as_bytes(std::span(words)));
    file.close();
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
