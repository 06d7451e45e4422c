// The rows of contacts that are constraints, a pair at a time: pushes, friction, bounces, and pairs pushed both ways.
#include <gtest/gtest.h>

#include "sim/manifold/rows.h"
#include "sim/scenes/random.h"

namespace {

using sim::Vec3;

constexpr float kStep_s = 1.0f / 240;
constexpr sim::ConstraintLaw kLaw = {.slop_m = 0.001f,
                                     .substep_s = kStep_s,
                                     .push_rate_1_s = 48,
                                     .most_push_m_s = 3,
                                     .restitution = 0.3f,
                                     .friction = 0.5f,
                                     .bounce_m_s = 1};

/// Two bodies of 1 and 2 kg, and rows between their centres.
struct Two {
    Two() {
        for (sim::SolverBody* body : {&a, &b}) body->axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        a.inverse_mass = 1, a.inverse_inertia = {20, 10, 30, 0, 0, 0};
        b.inverse_mass = 0.5f, b.inverse_inertia = {5, 10, 8, 0, 0, 0};
    }
    void add(const Vec3& normal, float apart_m, const Vec3& at_a = {0, 0, 0}, const Vec3& at_b = {0, 0, 0}) {
        sim::Row& row = pair.row[pair.count++];
        row = {};
        row.normal = normal, row.apart_m = apart_m, row.at_a = at_a, row.at_b = at_b;
        row.approach_m_s = dot(a.velocity(at_a) - b.velocity(at_b), normal);
        weigh_row(row, a, b);
        find_squeeze(pair, kLaw);
    }
    void solve(int sweeps, bool biased) {
        for (int k = 0; k < sweeps; ++k) solve_rows(pair, pair.row[0], a, b, law, biased);
    }
    Vec3 apart() const { return a.velocity_m_s - b.velocity_m_s; }
    Vec3 momentum() const {
        return a.velocity_m_s * (1 / a.inverse_mass) + b.velocity_m_s * (1 / b.inverse_mass);
    }

    sim::ConstraintLaw law = kLaw;
    sim::SolverBody a{}, b{};
    sim::PairRows pair{};
};

TEST(Rows, part_what_is_too_deep_at_a_rate_and_then_take_that_speed_away) {
    for (const auto& [depth_m, speed_m_s] : {std::pair{0.0005f, 0.0f}, {0.011f, 0.48f}, {0.2f, 3.0f}}) {
        Two two;
        two.add({0, 1, 0}, -depth_m);
        two.solve(1, true);
        EXPECT_NEAR(two.apart().y, speed_m_s, 1e-5f);
        two.solve(1, false);
        EXPECT_NEAR(two.apart().y, 0, 1e-6f);
        EXPECT_LT(length(two.momentum()), 1e-6f);
    }
}

TEST(Rows, let_bodies_come_as_near_as_the_step_brings_them) {
    Two two;
    two.a.velocity_m_s = {0, -2, 0};
    two.add({0, 1, 0}, 0.005f);
    two.solve(1, true);
    EXPECT_NEAR(two.apart().y * kStep_s, -0.005f, 1e-6f);
}

TEST(Rows, slip_less_by_no_more_than_friction_can) {
    for (const float slip_m_s : {0.2f, 4.0f}) {
        Two two;
        two.a.velocity_m_s = {slip_m_s, -1, 0};
        two.add({0, 1, 0}, 0);
        two.solve(4, true);
        const sim::Row& row = two.pair.row[0];
        EXPECT_NEAR(two.apart().y, 0, 1e-6f);
        const float friction = length(row.friction_ns), most = kLaw.friction * row.push_ns;
        if (slip_m_s < 1) {
            EXPECT_NEAR(two.apart().x, 0, 1e-5f);
            EXPECT_LT(friction, most);
        } else {
            EXPECT_NEAR(friction, most, 1e-5f * most);
            EXPECT_GT(two.apart().x, 1);
        }
    }
}

TEST(Rows, keep_momenta_and_take_energy_whatever_they_are) {
    sim::Random random(41);
    for (int trial = 0; trial < 300; ++trial) {
        Two two;
        two.law.friction = trial % 2 ? 0.5f : 0;
        two.a.velocity_m_s = random.vector(2), two.b.velocity_m_s = random.vector(2);
        two.a.spin_rad_s = random.vector(3), two.b.spin_rad_s = random.vector(3);
        const Vec3 between = random.vector(0.5f);  // from b to a
        for (uint32_t k = 0; k < sim::kMostPoints; ++k) {
            const Vec3 normal = Vec3{0, 1, 0} + random.vector(0.3f), at = random.vector(0.3f);
            two.add(normal * (1 / length(normal)), 0, at, at + between);
        }
        const auto energy = [&] {
            const auto of = [](const sim::SolverBody& body) {
                const Vec3& w = body.spin_rad_s;
                const sim::SymmetricMatrix& i = body.inverse_inertia;
                return 0.5 * (dot(body.velocity_m_s, body.velocity_m_s) / body.inverse_mass +
                              w.x * w.x / i.xx + w.y * w.y / i.yy + w.z * w.z / i.zz);
            };
            return of(two.a) + of(two.b);
        };
        const Vec3 before = two.momentum(), before_a = two.a.velocity_m_s;
        const double first = energy();
        double last = first;
        for (int sweep = 0; sweep < 4; ++sweep) {
            two.solve(1, false);
            // A push that becomes smaller takes friction back, which one sweep may pay for.
            EXPECT_LT(energy(), (two.law.friction > 0 ? first : last) * 1.00001);
            last = energy();
        }
        EXPECT_LT(length(two.momentum() - before), 1e-4f);
        // What one was turned about its centre, the other was, and by the lever between the two.
        const Vec3 given = (two.a.velocity_m_s - before_a) * (1 / two.a.inverse_mass);
        EXPECT_LT(length(two.a.turned_nms + two.b.turned_nms + cross(between, given)), 1e-4f);
    }
}

TEST(Rows, bounce_what_came_fast_and_no_more) {
    for (const float speed_m_s : {0.9f, 2.0f}) {
        Two two;
        two.a.velocity_m_s = {0, -speed_m_s, 0};
        two.add({0, 1, 0}, 0);
        two.solve(2, false);
        bounce_rows(two.pair, two.a, two.b, kLaw);
        EXPECT_NEAR(two.apart().y, speed_m_s < 1 ? 0 : 0.3f * speed_m_s, 1e-5f);
    }
    Two missed;  // it did not come near enough to push
    missed.a.velocity_m_s = {0, -2, 0};
    missed.add({0, 1, 0}, 0.1f);
    missed.solve(2, false);
    bounce_rows(missed.pair, missed.a, missed.b, kLaw);
    EXPECT_EQ(missed.apart().y, -2);
}

TEST(Rows, of_a_pair_past_the_middle_of_a_thin_part_push_one_way_and_slowly) {
    Two two;
    two.add({0, 1, 0}, -0.02f);
    EXPECT_EQ(two.pair.squeezed, 0u);
    two.add({0, -1, 0}, -0.01f);
    ASSERT_EQ(two.pair.squeezed, 1u);
    EXPECT_NEAR(two.pair.outwards.y, 1, 1e-6f);
    two.solve(4, true);
    EXPECT_NEAR(two.apart().y, sim::kSqueezedPush_m_s, 1e-5f);
    EXPECT_EQ(two.pair.row[1].push_ns, 0);

    // The way out stays the same when more of it is behind, until nothing pushes against another.
    two.pair.row[1].apart_m = -0.04f;
    find_squeeze(two.pair, kLaw);
    EXPECT_NEAR(two.pair.outwards.y, 1, 1e-6f);
    two.pair.row[0].apart_m = 0;
    find_squeeze(two.pair, kLaw);
    EXPECT_EQ(length(two.pair.outwards), 0);

    Two shallow, corner;
    shallow.add({0, 1, 0}, -0.02f), shallow.add({0, -1, 0}, -0.0015f);
    EXPECT_EQ(shallow.pair.squeezed, 0u);
    corner.add({0, 1, 0}, -0.02f), corner.add({1, 0, 0}, -0.02f);
    EXPECT_EQ(corner.pair.squeezed, 0u);
}

TEST(Rows, of_one_that_nothing_moves_move_the_other_alone) {
    Two two;
    two.b.inverse_mass = 0;
    two.b.velocity_m_s = {0, 1, 0};  // driven
    two.add({0, 1, 0}, 0);
    two.solve(2, false);
    EXPECT_NEAR(two.a.velocity_m_s.y, 1, 1e-6f);
    EXPECT_EQ(two.b.velocity_m_s.y, 1);
}

}  // namespace
