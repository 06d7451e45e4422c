// What the CPU computes four numbers at a time is what everybody else computes one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/plan.h"

namespace {

using sim::Box;

/// A level whose rulers cover [low, high] on each axis, with far parts on the axes of `cores`.
sim::ColumnLevel level_over(float low, float high, int cores) {
    const auto ruler = [&](int axis, uint32_t steps) {
        sim::Stretch stretch{low, high, low, high, (cores >> axis & 1) != 0};
        if (stretch.has_core) {
            stretch.core_low = 0.75f * low + 0.25f * high;
            stretch.core_high = 0.25f * low + 0.75f * high;
        }
        return sim::make_ruler(stretch, 0.125f, steps);
    };
    sim::ColumnLevel level{};
    level.along = ruler(0, 5000);
    level.u = ruler(1, 16 * 17);
    level.v = ruler(2, 16);
    level.lanes = sim::ruler_lanes(level);
    return level;
}

TEST(Lanes, steps_are_those_of_the_rulers) {
    std::mt19937 random(3);
    const auto number = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    for (const float size : {1e-20f, 1.0f, 1e6f, 1e30f}) {
        for (int cores = 0; cores < 8; ++cores) {
            const sim::ColumnLevel level = level_over(-size, 2 * size, cores);
            ASSERT_EQ(level.lanes.cores_alone, cores == 0 ? 1u : 0u);
            for (int turn = 0; turn < 2000; ++turn) {
                Box box;
                for (int axis = 0; axis < 3; ++axis) {
                    box.min[axis] = number(-6 * size, 8 * size);  // outside too
                    box.max[axis] = box.min[axis] + number(0, size);
                }
                if (turn % 100 == 0) box.max.x = std::nextafter(4 * size, 0.0f);
                if (turn % 100 == 1) box.min.y = -3e38f;
                const sim::Steps plain = sim::steps_of(level, box);
                const sim::Steps lanes = sim::LevelSteps<sim::CpuExec>::of(level, box);
                ASSERT_EQ(plain.along_min, lanes.along_min);
                ASSERT_EQ(plain.along_max, lanes.along_max);
                ASSERT_EQ(plain.u_min, lanes.u_min);
                ASSERT_EQ(plain.u_max, lanes.u_max);
                ASSERT_EQ(plain.v_min, lanes.v_min);
                ASSERT_EQ(plain.v_max, lanes.v_max);
            }
        }
    }
}

TEST(Lanes, boxes_overlap_as_they_do_one_axis_at_a_time) {
    std::mt19937 random(4);
    const auto box = [&] {
        sim::ColumnBox own{};
        for (int axis = 0; axis < 3; ++axis) {
            own.min[axis] = float(random() % 8);  // touching boxes overlap
            own.max[axis] = own.min[axis] + float(random() % 4);
        }
        own.level = random();  // beside the corners: must not matter
        own.key = random();
        return own;
    };
    uint32_t overlaps = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        const sim::ColumnBox a = box(), b = box();
        ASSERT_EQ(sim::overlaps(a, b), sim::overlap_in_lanes(a, b));
        overlaps += sim::overlaps(a, b);
    }
    EXPECT_GT(overlaps, 1000u);
    EXPECT_LT(overlaps, 19000u);
}

}  // namespace
