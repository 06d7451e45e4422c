// What the panels say of gravity between bodies, and change of it; what pulls the selected body.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/view/actions/keys.h"
#include "app/view/inspect/walk_feed.h"
#include "tests/app/ui_program.h"

namespace {

using ui_program::button;
using ui_program::move_to;
using ui_program::Program;

struct Stars : Program {
    Stars() : Program(1280, 900) {
        session.changes.next.scene = "stars";
        frames(4);
    }
    /// Along a slider, and lets go.
    void drag(const std::string& name, float from_right) {
        const app::UiState::Item* item = state.find(name);
        ASSERT_NE(item, nullptr) << name << " is not on the screen";
        const double y = double(item->min.y + item->max.y) / 2;
        const double left = double(item->min.x) + 5, right = double(item->max.x - from_right);
        send({move_to(left, y), button(0, true), move_to(right, y), button(0, false)});
        frames(2);
    }
    const sim::Gravity& gravity() { return session.simulation.physics().gravity; }
    const sim::Gravity& of_world() { return session.simulation.world().config().scene.physics.gravity; }
};

TEST(GravityPanel, opening_angle_and_softening_act_on_the_running_world) {
    Stars program;
    const uint64_t world = program.session.simulation.moment().world;
    program.drag("opening", 4);
    EXPECT_NEAR(program.gravity().opening_angle, 1, 0.02f);
    EXPECT_EQ(program.of_world().opening_angle, program.gravity().opening_angle);
    program.drag("softening", 4);
    EXPECT_GT(program.gravity().softening_m, 0.3f);
    EXPECT_EQ(program.of_world().softening_m, program.gravity().softening_m);
    EXPECT_EQ(program.session.simulation.moment().world, world) << "the same world";
    program.click("reset opening");
    EXPECT_EQ(program.gravity().opening_angle, 0.8f);
    EXPECT_EQ(program.of_world().opening_angle, 0.8f);
}

TEST(GravityPanel, leaf_size_quadrupoles_and_direct_sum_make_a_world_that_goes_on) {
    Stars program;
    program.click("one step");
    program.click("one step");
    const uint64_t world = program.session.simulation.moment().world;
    program.drag("opening", 4);
    const float opening = program.gravity().opening_angle;
    program.drag("leaf size", 4);
    EXPECT_EQ(program.of_world().leaf_bodies, 32u);
    EXPECT_EQ(program.session.simulation.moment().world, world + 1);
    program.click("quadrupole");
    EXPECT_FALSE(program.of_world().quadrupole);
    program.click("direct");
    EXPECT_TRUE(program.of_world().direct);
    EXPECT_TRUE(program.gravity().direct);
    EXPECT_EQ(program.session.simulation.moment().world, world + 3);
    EXPECT_EQ(program.session.simulation.counters().completed_steps, 2u) << "the state stays";
    EXPECT_EQ(program.of_world().opening_angle, opening) << "and what was changed before";
    program.click("reset leaf size");
    EXPECT_EQ(program.of_world().leaf_bodies, 8u);
}

TEST(GravityPanel, another_scene_has_its_own_sliders) {
    Stars program;
    EXPECT_EQ(program.state.find("friction"), nullptr);
    program.session.changes.next.scene = "other";
    program.frames(4);
    EXPECT_NE(program.state.find("friction"), nullptr);
    EXPECT_EQ(program.state.find("opening"), nullptr);
}

TEST(GravityPanel, keys_change_the_level_and_show_what_is_hidden) {
    Stars program;
    EXPECT_EQ(program.session.view.draw.tree_level, app::kUsualTreeLevel);
    program.press(app::key::up, app::key::shift);
    program.press(app::key::up, app::key::shift);
    program.press(app::key::down, app::key::shift);
    EXPECT_EQ(program.session.view.draw.tree_level, app::kUsualTreeLevel + 1);
    for (int k = 0; k < 30; ++k) program.press(app::key::down, app::key::shift);
    EXPECT_EQ(program.session.view.draw.tree_level, 0u);
    program.press('H');
    EXPECT_FALSE(program.session.view.draw.hidden_bodies);
    EXPECT_EQ(program.session.messages.newest(), "No bodies are hidden in this scene");
    program.session.changes.next.scene = "halos";
    program.frames(4);
    program.press('H');
    EXPECT_TRUE(program.session.view.draw.hidden_bodies);
    program.press('H');
    EXPECT_FALSE(program.session.view.draw.hidden_bodies);
}

TEST(GravityPanel, a_flag_for_hidden_bodies_says_where_there_are_none) {
    app::ViewOptions options;
    options.halo = true;
    const app::Session none(options, fake::resolve(options), fake::resolve, fake::create);
    EXPECT_EQ(none.messages.newest(), "No bodies are hidden in this scene");
    options.scene = "halos";
    const app::Session some(options, fake::resolve(options), fake::resolve, fake::create);
    EXPECT_EQ(some.messages.newest(), "");
}

TEST(GravityPanel, the_slider_of_the_opening_angle_reaches_what_a_scene_says) {
    Stars program;
    program.session.changes.next.scene = "narrow stars";
    program.frames(4);
    ASSERT_EQ(program.gravity().opening_angle, 0.05f);
    program.drag("opening", 4);
    EXPECT_NEAR(program.gravity().opening_angle, 1, 0.02f);
    const app::UiState::Item item = *program.state.find("opening");
    const double y = double(item.min.y + item.max.y) / 2;
    program.send({move_to(double(item.max.x) - 5, y), button(0, true), move_to(double(item.min.x) + 1, y),
                  button(0, false)});
    program.frames(2);
    EXPECT_NEAR(program.gravity().opening_angle, 0.05f, 0.02f);
}

TEST(GravityPanel, the_work_of_gravity_is_kept_with_the_frames) {
    Stars program;
    program.click("one step");
    program.click("one step");
    const app::FrameRecord& last = program.session.telemetry.history.frames().back();
    EXPECT_EQ(last.interactions, 40.0f * 256);
    EXPECT_EQ(last.nodes, 64.0f);
    EXPECT_EQ(last.depth, 9.0f);
}

TEST(GravityPanel, what_pulls_the_selected_body_is_known_soon) {
    Stars program;
    program.session.view.select(17);
    EXPECT_EQ(program.session.inspector.walk(), nullptr);
    for (int k = 0; k < 500 && !program.session.inspector.walk(); ++k) {
        program.frames(1);
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
    ASSERT_NE(program.session.inspector.walk(), nullptr);
    const sim::WalkOfBody& walk = *program.session.inspector.walk();
    EXPECT_GT(walk.nodes.size() + walk.bodies.size(), 20u);
    EXPECT_LT(walk.error(), 0.05);
    ASSERT_NE(program.session.view.draw.walk, nullptr);
    EXPECT_EQ(program.session.view.draw.walk->nodes.size(), walk.nodes.size());
    float strongest = 0;
    for (const sim::TakenNode& node : walk.nodes) strongest = std::max(strongest, node.pull);
    for (size_t i = 0; i < walk.nodes.size(); ++i)
        EXPECT_EQ(program.session.view.draw.walk->nodes[i].node,
                  app::strength_bits(app::walk_strength(walk.nodes[i].pull / strongest)));
    program.session.view.select(sim::kNobody);
    program.frames(1);
    EXPECT_EQ(program.session.view.draw.walk, nullptr);
}

TEST(GravityPanel, what_pulls_the_selected_body_is_found_only_where_it_is_shown) {
    Stars program;
    program.state.panels = false;
    program.session.view.select(17);
    const auto wait = [&](int frames) {
        for (int k = 0; k < frames && !program.session.inspector.walk(); ++k) {
            program.frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(4));
        }
    };
    wait(30);
    EXPECT_EQ(program.session.inspector.walk(), nullptr) << "neither boxes nor panels";
    program.session.view.draw.boxes = true;
    wait(500);
    EXPECT_NE(program.session.inspector.walk(), nullptr);
}

app::WorldMoment soon(app::WalkFeed& feed, sim::World& world, uint32_t id, const app::WorldMoment& moment) {
    for (int k = 0; k < 500 && !feed.of(id); ++k) {
        feed.follow(world, id, moment, 0, false);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return feed.of(id) ? feed.of(id)->moment : app::WorldMoment{};
}

TEST(WalkFeed, does_not_wait_for_the_walk_of_a_world_that_goes) {
    app::Options options;
    options.scene = "stars";
    options.bodies = 400000;
    fake::World large(fake::resolve(options), nullptr);
    app::WalkFeed feed;
    feed.follow(large, 3, {1, 1}, 0, false);
    const auto begin = std::chrono::steady_clock::now();
    feed.forget();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 0.25) << "the walk itself takes longer";
    options.bodies = 256;
    fake::World next(fake::resolve(options), nullptr);
    for (int k = 0; k < 4 && !feed.of(3); ++k) soon(feed, next, 3, {2, 1});
    ASSERT_NE(feed.of(3), nullptr);
    EXPECT_EQ(feed.of(3)->moment.world, 2u) << "of the world before nothing is shown";
    EXPECT_EQ(feed.walks(), 1u);
}

TEST(WalkFeed, asks_for_host_memory_first) {
    app::Options options;
    options.scene = "stars";
    fake::World world(fake::resolve(options), nullptr);
    world.held_bytes = 1ull << 60;
    app::WalkFeed feed;
    feed.follow(world, 3, {1, 1}, 0, true);
    EXPECT_EQ(feed.of(3), nullptr);
    EXPECT_TRUE(feed.refused());
    world.held_bytes = 0;
    feed.follow(world, 3, {1, 1}, 0, true);
    EXPECT_NE(feed.of(3), nullptr);
    EXPECT_FALSE(feed.refused());
}

/// Whose tree is there for the panels, which do not read it.
class WithTree : public fake::World {
public:
    using fake::World::World;
    sim::BodyView bodies() const override {
        sim::BodyView view = fake::World::bodies();
        view.tree.nodes = &node_;
        return view;
    }

private:
    sim::TreeNode node_{};
};

TEST(GravityPanel, the_level_of_the_tree_cannot_be_chosen_while_a_body_is_selected) {
    Program program(1280, 900, 1, [](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return std::make_unique<WithTree>(config, from);
    });
    program.session.changes.next.scene = "stars";
    program.session.view.draw.boxes = true;
    program.frames(4);
    program.click("tree level");
    const uint32_t level = program.session.view.draw.tree_level;
    EXPECT_GT(level, app::kUsualTreeLevel) << "the middle of the slider";
    program.session.view.draw.tree_level = 2;
    program.session.view.select(17);
    program.frames(2);
    program.click("tree level");
    EXPECT_EQ(program.session.view.draw.tree_level, 2u);
    program.session.view.draw.of_all = true;
    program.frames(2);
    program.click("tree level");
    EXPECT_EQ(program.session.view.draw.tree_level, level) << "then the boxes of a level are drawn";
}

TEST(GravityPanel, a_direct_sum_has_no_tree_boxes) {
    Stars program;
    program.click("direct");
    program.click("boxes");
    EXPECT_FALSE(program.session.view.draw.boxes);
    program.click("direct");
    program.click("boxes");
    EXPECT_TRUE(program.session.view.draw.boxes);
}

TEST(WalkFeed, copies_now_and_then_and_knows_the_body_that_was_asked_for) {
    app::Options options;
    options.scene = "stars";
    fake::World world(fake::resolve(options), nullptr);
    app::WalkFeed feed;
    const auto follow = [&](uint32_t id, uint64_t step, double now) {
        feed.follow(world, id, {1, step}, now, false);
        for (int k = 0; k < 500 && !feed.of(id); ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            feed.follow(world, id, {1, step}, now, false);
        }
    };
    follow(3, 1, 0);
    ASSERT_NE(feed.of(3), nullptr);
    EXPECT_EQ(feed.of(4), nullptr);
    EXPECT_EQ(feed.walks(), 1u);
    for (uint64_t step = 2; step < 20; ++step) feed.follow(world, 3, {1, step}, 0.01, false);
    EXPECT_EQ(feed.walks(), 1u) << "not in each frame";
    EXPECT_EQ(feed.of(3)->moment.step, 1u);
    follow(5, 20, 0.02);
    ASSERT_NE(feed.of(5), nullptr) << "another body at once";
    feed.follow(world, 5, {1, 30}, 0.03, true);
    EXPECT_EQ(feed.of(5)->moment.step, 30u) << "a picture waits for its own moment";
    feed.follow(world, 5, {1, 30}, 1000, false);
    EXPECT_EQ(feed.walks(), 3u) << "nothing has changed";
}

}  // namespace
