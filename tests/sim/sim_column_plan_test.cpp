// The plan of columns: when it counts as another one, and that no axis across the sort axis is preferred.
#include <utility>

#include "sim/broad_phase/columns/plan.h"
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
    const auto planned = [](const given::Frame& frame) {
        sim::WorldConfig config = given::config_of(frame);
        config.broad_phase = "columns";
        const auto world = sim::World::create(config);
        world->step(2);
        return *world->bodies().columns;
    };
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

}  // namespace
