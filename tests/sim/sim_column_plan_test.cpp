// The plan of columns: when it counts as another one, the marks of a sample, the steps of an axis, and that no axis
// across the sort axis is preferred.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/broad_phase/columns/plan.h"
#include "sim/broad_phase/columns/sweep.h"
#include "tests/sim/sim_given_suite.h"

namespace {

TEST(ColumnPlan, is_another_one_where_anything_that_makes_keys_differs) {
    sim::ColumnGrid grid{};
    grid.axis = 1, grid.levels = 2, grid.columns = 40;
    for (int k = 0; k < 3; ++k) grid.range[k] = {float(k), float(k) + 4, float(k) + 1, float(k) + 2, true};
    const sim::PlanMark mark = sim::mark_of(grid);
    EXPECT_TRUE(mark.same_as(grid));
    const auto expect_other = [&](const char* what, auto change) {
        sim::ColumnGrid other = grid;
        change(other);
        EXPECT_FALSE(mark.same_as(other)) << what;
    };
    expect_other("axis", [](auto& other) { other.axis = 2; });
    expect_other("levels", [](auto& other) { other.levels = 3; });
    expect_other("columns", [](auto& other) { other.columns = 41; });
    for (int k = 0; k < 3; ++k) {
        expect_other("low", [&](auto& other) { other.range[k].low -= 1; });
        expect_other("high", [&](auto& other) { other.range[k].high += 1; });
        expect_other("core_low", [&](auto& other) { other.range[k].core_low += 0.5f; });
        expect_other("core_high", [&](auto& other) { other.range[k].core_high += 0.5f; });
        expect_other("has_core", [&](auto& other) { other.range[k].has_core = false; });
    }
    grid.changed = 1, grid.descents = 9, grid.slices = 7;
    EXPECT_TRUE(mark.same_as(grid)) << "the keys are the same ones";
}

/// Returns the plan for boxes, by which the CPU searches them.
sim::ColumnGrid planned(const given::Frame& frame) {
    sim::WorldConfig config = given::config_of(frame);
    config.broad_phase = "columns";
    const auto world = sim::World::create(config);
    world->step(2);
    return *world->bodies().columns;
}

/// Boxes far apart along x, and on the other two axes of unlike width: with these exchanged, the columns are too.
TEST(ColumnPlan, of_boxes_whose_other_axes_are_exchanged_has_exchanged_columns) {
    given::Frame boxes, exchanged;
    sim::Random random(23);
    for (int k = 0; k < 2000; ++k) {
        const sim::Vec3 at = {40 * random.signed_unit(), 4 * random.signed_unit(), 6 * random.signed_unit()};
        const sim::Vec3 half = {0.05f, 0.5f + 0.1f * random.unit(), 0.1f + 0.05f * random.unit()};
        boxes.push_back({at - half, at + half});
        sim::Box other = boxes.back();
        std::swap(other.min.y, other.min.z);
        std::swap(other.max.y, other.max.z);
        exchanged.push_back(other);
    }
    const sim::ColumnGrid one = planned(boxes), other = planned(exchanged);
    ASSERT_EQ(one.axis, 0);
    ASSERT_EQ(other.axis, 0);
    ASSERT_EQ(one.levels, other.levels);
    EXPECT_EQ(one.columns, other.columns);
    for (uint32_t k = 0; k < one.levels; ++k) {
        const sim::ColumnLevel &a = one.level[k], &b = other.level[k];
        EXPECT_EQ(a.u.steps, b.v.steps) << k;
        EXPECT_EQ(a.v.steps, b.u.steps) << k;
        EXPECT_EQ(a.span.u, b.span.v) << k;
        EXPECT_EQ(a.span.v, b.span.u) << k;
        EXPECT_EQ(a.positions, b.positions) << k;
    }
}

/// Sizes from 1 to 100, and so few giants that a level of theirs has few columns, each of at most kMostSteps keys: where
/// the others had very many, the keys of the giants were crowded.
TEST(ColumnPlan, gives_each_level_its_share_of_the_keys) {
    for (const uint32_t count : {30000u, 131072u}) {
        given::Frame boxes;
        sim::Random random(31);
        for (uint32_t k = 0; k < count; ++k) {
            const float half = std::pow(100.0f, random.unit()), range = 115 * std::cbrt(float(count));
            const sim::Vec3 at = {range * random.unit(), range * random.unit(), range * random.unit()};
            boxes.push_back({at - sim::Vec3{half, half, half}, at + sim::Vec3{half, half, half}});
        }
        const sim::ColumnGrid grid = planned(boxes);
        ASSERT_GT(grid.levels, 1u);
        std::vector<double> in_level(grid.levels), keys(grid.levels);
        for (const sim::Box& box : boxes) in_level[sim::level_of(grid, box)] += 1;
        double all_keys = 0;
        for (uint32_t k = 0; k < grid.levels; ++k)
            all_keys += keys[k] = double(grid.level[k].columns()) * grid.level[k].positions;
        EXPECT_GE(all_keys, 8 * count) << "enough to tell boxes from each other";
        for (uint32_t k = 0; k < grid.levels; ++k)
            EXPECT_GT(keys[k] / all_keys, 0.5 * in_level[k] / count) << "level " << k << " of " << count;
    }
}

/// The end of a run is what a loop over the keys finds; it lies in the slice of the last key or behind the first place. A
/// box that is no box may have its last key in a slice that is over.
TEST(ColumnsView, has_the_end_of_a_run_where_a_loop_finds_it) {
    sim::Random random(37);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<uint32_t> keys(1 + random.bits() % 90);
        for (uint32_t& key : keys) key = uint32_t(random.bits() % 64) << (trial % 2 ? 3 : 0);
        std::sort(keys.begin(), keys.end());
        const auto count = uint32_t(keys.size());
        sim::ColumnGrid grid{};
        grid.slice_bits = 4;
        std::vector<uint32_t> first;
        for (uint32_t slice = 0; slice <= 33; ++slice)
            first.push_back(sim::lower_bound(keys.data(), count, slice << 4));
        keys.resize(count + 8, 0);  // what a search before left behind them
        const sim::ColumnsView<sim::SortedBoxes> view = {&grid, {}, keys.data(), first.data(), count};
        for (uint32_t at = 0; at <= count; ++at) {
            const auto key = uint32_t(random.bits() % 512), most = uint32_t(random.bits() % 12);
            uint32_t end = at;
            while (end < count && end <= at + most && keys[end] <= key) ++end;
            const uint32_t found = view.seek_end(at, key, view.slice_of(key), most);
            EXPECT_EQ(std::min(found, at + most + 1), end) << trial << ", from " << at << " to " << key;
        }
    }
}

/// The ninth and the ninth last of a sample of 32, and no number that lies behind it.
TEST(ColumnPlan, takes_the_quarters_of_a_sample) {
    sim::Random random(29);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<float> sample;
        for (uint32_t k = 0; k < sim::kSampleBoxes; ++k)
            sample.push_back(trial % 2 ? random.signed_unit()
                                       : float(int(4 * random.signed_unit())));  // equal ones
        std::vector<float> sorted = sample;
        std::sort(sorted.begin(), sorted.end());
        sample.push_back(trial / 2 % 2 ? -2.0f : 2.0f);
        for (int axis = 0; axis < 3; ++axis) {
            sim::SampleMarks marks{};
            for (uint32_t k = 0; k < sim::kSampleBoxes; ++k)
                sim::mark_quarters(sample.data(), k, axis, &marks);
            EXPECT_EQ(marks.quarter[axis], sorted[8]) << trial;
            EXPECT_EQ(marks.three_quarters[axis], sorted[23]) << trial;
        }
    }
}

/// 80 steps: 10 over what is below the core, 60 over the core, 10 over what is above it.
TEST(GridAxis, has_an_eighth_of_its_steps_on_either_side_of_its_core) {
    const sim::GridRange halves = {-100, 200, -3, 3, true};
    const sim::GridAxis axis = sim::make_grid_axis(halves, 0, 80);
    struct Place {
        float half;
        uint32_t step;
    };
    for (const Place& place : {Place{-1e30f, 0},
                               {-100, 0},
                               {-90.2f, 1},
                               {-52, 4},
                               {-3.01f, 9},
                               {-2.99f, 10},
                               {-2.85f, 11},
                               {0.05f, 40},
                               {2.95f, 69},
                               {3.01f, 70},
                               {22.6f, 70},
                               {22.8f, 71},
                               {102, 75},
                               {199, 79},
                               {200, 79},
                               {1e30f, 79}})
        EXPECT_EQ(axis.step_of(2 * place.half), place.step) << place.half;
    uint32_t before = 0;
    std::vector<bool> used(80);
    for (float half = -101; half < 201; half += 0.01f) {
        const uint32_t step = axis.step_of(2 * half);
        ASSERT_LT(step, 80u) << half;
        ASSERT_GE(step, before) << half;
        used[before = step] = true;
    }
    EXPECT_EQ(std::count(used.begin(), used.end(), true), 80);
}

}  // namespace
