// The box around all bodies along the sun's axes, from which the sun map takes its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/gl/frame_setup.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/observe_cpu.h"

namespace {

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

TEST(SunBounds, hold_all_bodies_and_stand_on_a_grid) {
    const app::SunView view = app::sun_view({{-20, -20, -20}, {20, 20, 20}}, 30, false);
    FakeWorld world(swarm(1000, 0.3f));
    app::SunBounds bounds;
    app::write_sun_bounds(exec(), view, world.bodies(), &bounds);
    for (uint32_t slot = 0; slot < 1000; ++slot) {
        const sim::Vec4 p = world.bodies().position_radius[slot];
        const sim::Vec3 place = app::sun_place(view, sim::xyz(p));
        for (int k = 0; k < 3; ++k) {
            EXPECT_GE(place[k] - p.w, bounds.low[k]);
            EXPECT_LE(place[k] + p.w, bounds.low[k] + bounds.size[k]);
        }
    }
    // A heap that moves a little moves no border.
    std::vector<FakeBody> moved = swarm(1000, 0.3f);
    for (FakeBody& body : moved) body.x += 1e-4f;
    FakeWorld later(moved);
    app::SunBounds again;
    app::write_sun_bounds(exec(), view, later.bodies(), &again);
    for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(again.low[k], bounds.low[k]);
        EXPECT_EQ(again.size[k], bounds.size[k]);
    }
}

TEST(SunBounds, are_the_same_bits_in_any_order_and_ignore_what_has_left) {
    const app::SunView view = app::sun_view(kBox, 30, false);
    std::vector<FakeBody> bodies = swarm(5000, 0.1f);
    FakeWorld forwards(bodies);
    std::reverse(bodies.begin(), bodies.end());
    FakeWorld backwards(bodies);
    bodies.push_back({1e30f, 0, -1e20f, 1});
    bodies.push_back({-1e30f, 1e25f, 0, 1});
    bodies.push_back({0, NAN, 0, 1});
    FakeWorld broken(bodies);
    app::SunBounds a, b, c;
    app::write_sun_bounds(exec(), view, forwards.bodies(), &a);
    app::write_sun_bounds(exec(), view, backwards.bodies(), &b);
    app::write_sun_bounds(exec(), view, broken.bodies(), &c);
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
    for (int k = 0; k < 3; ++k) {
        EXPECT_LE(c.size[k], 1.3f * (view.most[k] - view.least[k]));
        EXPECT_TRUE(std::isfinite(c.low[k]));
    }
    FakeWorld none(std::vector<FakeBody>{});
    app::write_sun_bounds(exec(), view, none.bodies(), &a);
    for (int k = 0; k < 3; ++k) EXPECT_GE(a.size[k], view.most[k] - view.least[k]);
}

TEST(SunBounds, integers_have_the_order_of_the_floats) {
    const float in_order[] = {-INFINITY, -1e20f, -2, -1e-20f, -0.0f, 0.0f, 1e-20f, 2, 1e20f, INFINITY};
    for (size_t i = 1; i < std::size(in_order); ++i) {
        EXPECT_LT(app::ordered(in_order[i - 1]), app::ordered(in_order[i]));
        EXPECT_EQ(app::from_ordered(app::ordered(in_order[i])), in_order[i]);
    }
}

}  // namespace
