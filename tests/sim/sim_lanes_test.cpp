// What the CPU computes four numbers at a time is what everybody else computes one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/plan.h"
#include "sim/math/body_flags.h"
#include "sim/math/solver.h"
#include "sim/math/solver_avx2.h"

namespace {

using sim::Box;

/// A level whose axes cover [low, high] on each axis, with far parts on the axes of `cores`.
sim::ColumnLevel level_over(float low, float high, int cores) {
    const auto grid_axis = [&](int axis, uint32_t steps) {
        sim::GridRange range{low, high, low, high, (cores >> axis & 1) != 0};
        if (range.has_core) {
            range.core_low = 0.75f * low + 0.25f * high;
            range.core_high = 0.25f * low + 0.75f * high;
        }
        return sim::make_grid_axis(range, 0.125f, steps);
    };
    sim::ColumnLevel level{};
    level.along = grid_axis(0, 5000);
    level.u = grid_axis(1, 16 * 17);
    level.v = grid_axis(2, 16);
    level.lanes = sim::grid_axis_lanes(level);
    return level;
}

TEST(Lanes, steps_are_those_of_the_grid_axes) {
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

sim::StepNumbers numbers_within(const sim::Vec3& low, const sim::Vec3& high, bool closed) {
    sim::StepNumbers numbers{};
    numbers.dt_s = 0.01f;
    numbers.wall_min_m = low;
    numbers.wall_max_m = high;
    sim::set_closed(numbers, closed);
    return numbers;
}

/// As wall_force() asks for one wall after another.
bool touches_a_wall(const sim::Motion& body, const sim::StepNumbers& numbers) {
    bool touches = false;
    for (int axis = 0; axis < 3; ++axis) {
        touches |= body.radius_m - (body.position_m[axis] - numbers.wall_min_m[axis]) > 0;
        touches |= body.radius_m - (numbers.wall_max_m[axis] - body.position_m[axis]) > 0;
    }
    return touches;
}

// Containers far from the origin, too, and bodies that just touch, or just do not: by some roundings of the
// largest number.
TEST(Lanes, a_body_clear_of_the_walls_touches_none) {
    std::mt19937 random(5);
    const auto number = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    uint32_t clear = 0, touching = 0;
    for (int turn = 0; turn < 200000; ++turn) {
        const float size = std::exp2(number(-10, 20)), far = turn % 2 * number(-1000, 1000) * size;
        const sim::Vec3 low = {far, far, far}, high = {far + size, far + 0.7f * size, far + 0.9f * size};
        const sim::StepNumbers numbers = numbers_within(low, high, true);
        sim::Motion body{};
        body.radius_m = number(0.01f, 0.3f) * size;
        body.position_m = {0.5f * low.x + 0.5f * high.x, 0.5f * low.y + 0.5f * high.y,
                           0.5f * low.z + 0.5f * high.z};
        ASSERT_TRUE(sim::clear_of_walls(body, numbers)) << turn;
        const int axis = turn / 2 % 3;
        const float least = std::ldexp(sim::larger(fabsf(low[axis]), fabsf(high[axis])), -23);
        const float beside = number(-4, turn % 5 == 0 ? 64.0f : 4.0f) * least;
        body.position_m[axis] =
            turn / 6 % 2 ? low[axis] + (body.radius_m + beside) : high[axis] - (body.radius_m + beside);
        const bool touches = touches_a_wall(body, numbers), is_clear = sim::clear_of_walls(body, numbers);
        ASSERT_FALSE(touches && is_clear) << turn;
        ASSERT_EQ(is_clear, sim::clear_of_walls<sim::ScalarLanes>(body, numbers)) << turn;
        clear += is_clear;
        touching += touches;
    }
    EXPECT_GT(clear, 10000u);
    EXPECT_GT(touching, 10000u);
}

TEST(Lanes, a_body_is_well_that_is_so_one_number_at_a_time) {
    std::mt19937 random(6);
    const auto number = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN(), kEndless = HUGE_VALF;
    const float wrong[] = {kNone, -kNone, kEndless, -kEndless, 1e30f, -1e30f};
    uint32_t well = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        const bool closed = turn % 2;
        const sim::StepNumbers numbers = numbers_within({-1, 0, 2}, {1, 4, 5}, closed);
        sim::Motion body{};
        body.radius_m = number(0.1f, 1);
        body.mass_kg = number(0, 1e30f);
        body.position_m = {number(-1.2f, 1.2f), number(-0.2f, 4.2f), number(1.8f, 5.2f)};
        body.velocity_m_s = {number(-60, 60), number(-60, 60), number(-60, 60)};
        float* const places[] = {&body.position_m.x,   &body.position_m.y,   &body.position_m.z,
                                 &body.velocity_m_s.x, &body.velocity_m_s.y, &body.velocity_m_s.z,
                                 &body.radius_m,       &body.mass_kg};
        if (turn % 4 < 2) *places[random() % std::size(places)] = wrong[random() % std::size(wrong)];
        bool expected = true;
        for (int axis = 0; axis < 3; ++axis) {
            expected &=
                fabsf(body.position_m[axis] - xyz(numbers.middle_m)[axis]) < xyz(numbers.inside_m)[axis];
            expected &= fabsf(body.velocity_m_s[axis]) * numbers.fast_s.x <= body.radius_m;
        }
        ASSERT_EQ(sim::is_valid_state(body, numbers), expected) << turn;
        ASSERT_EQ(sim::is_valid_state<sim::ScalarLanes>(body, numbers), expected) << turn;
        well += expected;
    }
    EXPECT_GT(well, 3000u);
    EXPECT_LT(well, 15000u);
}

#ifdef FOR_AVX2
/// A body and others near it, far from it, as fast or not, as large or far larger.
struct Meeting {
    Meeting(std::mt19937& random, uint32_t count) : places(9), velocities(9), contacts(count) {
        const auto number = [&](float low, float high) {
            return std::uniform_real_distribution<float>(low, high)(random);
        };
        numbers.dt_s = number(1e-4f, 1e-2f);
        numbers.stiffness_pa = std::exp(number(0, 20));
        numbers.damping_ratio = random() % 8 ? number(0, 1) : 0;
        numbers.friction = random() % 4 ? number(0, 2) : 0;
        const float speed = random() % 8 ? std::exp(number(-12, 4)) : 0;
        for (uint32_t k = 0; k < 9; ++k) {
            const float radius = random() % 4 ? 1 : std::exp(number(-9, 2));
            places[k] = {number(-1, 1), number(-1, 1), number(-1, 1), radius};
            velocities[k] = {number(-speed, speed), number(-speed, speed), number(-speed, speed),
                             radius * radius * radius};
            if (random() % 8 == 0) velocities[k] = velocities[0];
            if (random() % 16 == 0)
                places[k] = {places[0].x + 2, places[0].y, places[0].z, 1};  // on its surface
        }
        for (uint64_t& contact : contacts) contact = uint64_t(random()) << 32 | (1 + random() % 8);
    }

    sim::Motion body(uint32_t k) const {
        return {sim::xyz(places[k]), places[k].w, sim::xyz(velocities[k]), velocities[k].w, {}, 0};
    }

    sim::StepNumbers numbers{};
    std::vector<sim::Vec4> places, velocities;
    std::vector<uint64_t> contacts;  // of body 0
};

TEST(Lanes, eight_contacts_have_the_forces_of_one_after_another) {
    if (!sim::has_avx2()) GTEST_SKIP() << "skipped: no AVX2";
    std::mt19937 random(11);
    uint32_t pushed = 0, apart = 0;
    for (int turn = 0; turn < 40000; ++turn) {
        const Meeting meeting(random, 1 + random() % 8);
        const sim::Motion body = meeting.body(0);
        sim::EightForces eight;
        ASSERT_TRUE(sim::sphere_forces(body, meeting.places.data(), meeting.velocities.data(),
                                       meeting.contacts.data(), uint32_t(meeting.contacts.size()),
                                       meeting.numbers, eight));
        for (uint32_t k = 0; k < meeting.contacts.size(); ++k) {
            const sim::Motion other = meeting.body(uint32_t(meeting.contacts[k]));
            const sim::Vec3 one = sim::sphere_force(
                body, other, [] { return true; }, meeting.numbers);
            const sim::Vec3 of_eight = eight[k];
            ASSERT_EQ(std::memcmp(&of_eight, &one, sizeof one), 0)
                << turn << ": " << of_eight.x << ", " << one.x;
            (one.x != 0 ? pushed : apart) += 1;
        }
    }
    EXPECT_GT(pushed, 50000u);
    EXPECT_GT(apart, 10000u);
}

TEST(Lanes, eight_contacts_leave_centres_at_one_point_to_others) {
    if (!sim::has_avx2()) GTEST_SKIP() << "skipped: no AVX2";
    std::mt19937 random(12);
    Meeting meeting(random, 3);
    sim::EightForces eight;
    const auto forces = [&] {
        return sim::sphere_forces(meeting.body(0), meeting.places.data(), meeting.velocities.data(),
                                  meeting.contacts.data(), 3, meeting.numbers, eight);
    };
    EXPECT_TRUE(forces());
    meeting.places[uint32_t(meeting.contacts[2])] = meeting.places[0];
    EXPECT_FALSE(forces());
}
#endif

}  // namespace
