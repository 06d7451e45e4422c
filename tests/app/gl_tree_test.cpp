// The tree of gravity over the picture: boxes of nodes against the keys of their bodies, the curve along the keys' order.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "app/gl/base/shader.h"
#include "app/observe/morton_curve.h"
#include "app/observe/shown_walk.h"
#include "app/observe/tree_boxes.h"
#include "sim/gravity/tree.h"
#include "tests/app/gl_scene_fixture.h"
#include "tests/app/observe_cpu.h"

namespace {

/// A galaxy on the CPU, a few steps old.
std::unique_ptr<sim::World> galaxy(uint32_t bodies, bool direct = false) {
    sim::WorldConfig config;
    config.scene.name = config.scene.spawn = "galaxy";
    config.scene.physics.time_step_s = 0.02f;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.stiffness_pa = 1;
    config.scene.physics.restitution = 1;
    config.scene.physics.gravity.on = true;
    config.scene.physics.gravity.direct = direct;
    config.bodies = bodies;
    config.engine = "cpu-radix";
    config.broad_phase = "sweep";
    auto world = sim::World::create(config);
    world->step(3);
    world->finish();
    return world;
}

sim::Box bounds(const sim::TreeView& tree, uint32_t first, uint32_t end) {
    sim::Box box = {sim::xyz(tree.sources[first]), sim::xyz(tree.sources[first])};
    for (uint32_t rank = first; rank < end; ++rank) {
        for (int axis = 0; axis < 3; ++axis) {
            const float x = sim::xyz(tree.sources[rank])[axis];
            box.min[axis] = std::min(box.min[axis], x);
            box.max[axis] = std::max(box.max[axis], x);
        }
    }
    return box;
}

/// Ranks of the bodies of each cell of a level: first, and one past the last.
std::map<uint64_t, std::pair<uint32_t, uint32_t>> cells_of(const sim::TreeView& tree, uint32_t level) {
    std::map<uint64_t, std::pair<uint32_t, uint32_t>> cells;
    for (uint32_t rank = 0; rank < tree.count; ++rank) {
        auto [cell, fresh] = cells.try_emplace(tree.keys[rank] >> (63 - 3 * level), rank, rank);
        cell->second.second = rank + 1;
    }
    return cells;
}

TEST(TreeBoxes, of_each_full_cell_of_a_level_there_is_the_box_of_its_bodies) {
    const auto world = galaxy(3000);
    const sim::TreeView tree = world->bodies().tree;
    auto out = std::make_unique<app::TreeBoxes>();
    for (const uint32_t level : {0u, 1u, 4u, 7u, 21u}) {
        app::list_tree_boxes(exec(), tree, {level, 4000}, out.get());
        std::set<std::pair<uint32_t, uint64_t>> seen;
        uint32_t before = 0;
        for (uint32_t i = 0; i < out->command[1]; ++i) {
            const app::TreeBox& box = out->boxes[i];
            ASSERT_LE(box.level, level);
            ASSERT_GT(box.level + app::kShownLevels, level);
            EXPECT_TRUE(i == 0 || box.node > before) << "in the order of nodes";
            before = box.node;
            const auto cells = cells_of(tree, box.level);
            const uint64_t cell = tree.keys[tree.nodes[box.node].range.first] >> (63 - 3 * box.level);
            EXPECT_TRUE(seen.insert({box.level, cell}).second) << "twice";
            const auto [first, end] = cells.at(cell);
            const sim::Box own = bounds(tree, first, end);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_EQ(box.min[axis], own.min[axis]);
                EXPECT_EQ(box.max[axis], own.max[axis]);
            }
        }
        // What is no leaf, and is met at this level first, is there.
        std::map<uint64_t, std::pair<uint32_t, uint32_t>> above;
        if (level > 0) above = cells_of(tree, level - 1);
        for (const auto& [cell, ranks] : cells_of(tree, level)) {
            const uint32_t count = ranks.second - ranks.first;
            if (count <= tree.leaf_bodies) continue;
            if (level > 0 && above.at(cell >> 3) == ranks) continue;
            EXPECT_TRUE(seen.count({level, cell})) << "level " << level << ", " << count << " bodies";
        }
    }
}

TEST(TreeBoxes, of_too_many_some_are_shown_and_without_a_tree_none) {
    const auto world = galaxy(20000);
    auto out = std::make_unique<app::TreeBoxes>();
    app::list_tree_boxes(exec(), world->bodies().tree, {9, 300}, out.get());
    EXPECT_GT(out->wanted, 900u);
    EXPECT_NEAR(out->command[1], 300, 60);
    const auto summed = galaxy(100, true);
    app::list_tree_boxes(exec(), summed->bodies().tree, {3, 300}, out.get());
    EXPECT_EQ(out->command[1], 0u);
}

TEST(TreeBoxes, none_of_a_world_that_has_gone_on_from_a_state_and_made_no_step) {
    const auto world = galaxy(500);
    const sim::Snapshot state = world->snapshot();
    const auto fresh = sim::World::create(world->config(), &state);
    auto out = std::make_unique<app::TreeBoxes>();
    app::list_tree_boxes(exec(), fresh->bodies().tree, {3, 300}, out.get());
    EXPECT_EQ(out->command[1], 0u);
    const uint32_t not_built = 0;
    sim::TreeView left_over = world->bodies().tree;  // whatever its arrays hold
    left_over.built = &not_built;
    app::list_tree_boxes(exec(), left_over, {3, 300}, out.get());
    EXPECT_EQ(out->command[1], 0u);
    fresh->step(1);
    app::list_tree_boxes(exec(), fresh->bodies().tree, {3, 300}, out.get());
    EXPECT_GT(out->command[1], 0u);
}

TEST(TreeBoxes, shaders_read_the_list_as_it_is_written) {
    const app::ShaderFiles files("");
    const std::string nodes = "nodes[" + std::to_string(app::kMostTreeBoxes) + "];",
                      levels = "kLevels = " + std::to_string(app::kMostTreeLevel + 1) + ";";
    EXPECT_NE(files.text("gravity/box_list.glsl").find(nodes), std::string::npos);
    EXPECT_NE(files.text("gravity/level.glsl").find(levels), std::string::npos);
}

TEST(TreeBoxes, of_a_large_walk_every_so_many_th_is_drawn) {
    std::vector<app::TreeBox> few(100), many(10'000);
    for (uint32_t i = 0; i < many.size(); ++i) many[i].node = i;
    for (uint32_t i = 0; i < few.size(); ++i) few[i].node = i;
    EXPECT_TRUE(app::drawn_of_walk({}).empty());
    const auto all = app::drawn_of_walk(few), some = app::drawn_of_walk(many);
    ASSERT_EQ(all.size(), few.size());
    for (uint32_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].node, i);
    ASSERT_EQ(some.size(), app::kMostTreeBoxes);
    for (uint32_t i = 0; i + 1 < some.size(); ++i) {
        EXPECT_GT(some[i + 1].node, some[i].node);
        EXPECT_LE(some[i + 1].node, some[i].node + 3);
    }
    EXPECT_GT(some.back().node, 9'990u);
}

TEST(MortonCurve, goes_through_bodies_that_are_seen_in_the_order_of_their_keys) {
    const auto world = galaxy(3000);
    const sim::TreeView tree = world->bodies().tree;
    app::GroupStyle groups;
    groups.groups = 2;
    groups.end[0] = 1000;
    groups.end[1] = 3000;
    groups.hidden[1] = true;
    std::map<std::array<float, 3>, uint32_t> rank_at;
    for (uint32_t rank = 0; rank < tree.count; ++rank) {
        const sim::Vec3 at = sim::xyz(tree.sources[rank]);
        rank_at[{at.x, at.y, at.z}] = rank;
    }
    auto out = std::make_unique<app::MortonCurve>();
    for (const uint32_t most : {500u, app::kMostCurveParts}) {
        app::make_morton_curve(exec(), tree, groups, most, out.get());
        EXPECT_EQ(out->places, std::min(most, 3000u));
        EXPECT_EQ(out->command[1], out->places - 1);
        int64_t before = -1, shown = 0;
        for (uint32_t i = 0; i < out->places; ++i) {
            const app::CurvePlace& place = out->place[i];
            if (place.part < 0) continue;
            const uint32_t rank = rank_at.at({place.at.x, place.at.y, place.at.z});
            EXPECT_GT(int64_t(rank), before);
            EXPECT_NEAR(place.part, float(rank) / 2999, 1e-6f);
            EXPECT_LT(uint32_t(tree.entries[rank] >> 32), 1000u) << "hidden";
            before = rank;
            ++shown;
        }
        EXPECT_GT(shown, most == 500 ? 200 : 999);
    }
    std::vector<uint32_t> ranks(tree.count);
    app::list_morton_ranks(exec(), tree, ranks.data());
    for (uint32_t slot = 0; slot < tree.count; ++slot)
        EXPECT_EQ(uint32_t(tree.entries[ranks[slot]] >> 32), world->bodies().id[slot]);
}

class GlTree : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        camera_.distance = 17;
        camera_.pitch_deg = 30;
    }
};

TEST_F(GlTree, boxes_are_lines_and_never_a_cloud) {
    const auto world = galaxy(8000);
    const app::Image plain = draw(*world);
    settings_.boxes = true;
    std::set<size_t> changes;
    for (const uint32_t level : {3u, 6u, 10u}) {
        settings_.tree_level = level;
        const app::Image boxes = draw(*world);
        const size_t changed = differing_pixels(boxes, plain, 16);
        EXPECT_GT(changed, 300u) << level;
        EXPECT_LT(changed, size_t(kWidth * kHeight) * 6 / 10) << level;
        EXPECT_LT(differing_pixels(boxes, plain, 150), size_t(kWidth * kHeight) / 25) << level;
        changes.insert(changed);
    }
    EXPECT_EQ(changes.size(), 3u);
}

TEST_F(GlTree, what_pulls_little_is_faint) {
    const auto world = galaxy(300);
    settings_.boxes = true;
    settings_.selected = 1;
    const auto drawn = [&](float strength) {
        auto walk = std::make_shared<app::ShownWalk>();
        walk->nodes.push_back({{-4, -2, -2}, 3, {4, 2, 2}, app::strength_bits(strength)});
        settings_.walk = walk;
        return draw(*world);
    };
    const app::Image none = drawn(0), faint = drawn(0.2f), full = drawn(1);
    EXPECT_GT(differing_pixels(full, none, 60), 300u);
    EXPECT_LT(differing_pixels(faint, none, 60), 30u);
    EXPECT_GT(differing_pixels(faint, none, 8), 200u);
    EXPECT_EQ(app::walk_strength(1), 1);
    EXPECT_EQ(app::walk_strength(0), 0.06f);
    EXPECT_NEAR(app::walk_strength(0.25f), 0.5f, 1e-6f);
}

TEST_F(GlTree, colour_by_rank_is_that_of_the_keys_and_has_a_curve) {
    const auto world = galaxy(2000);
    settings_.colour = app::Colour::speed;
    const app::Image speed = draw(*world);
    settings_.colour = app::Colour::rank;
    const app::Image curve = draw(*world);
    // Lines between points: more of the picture is lit.
    const auto lit = [](const app::Image& image) {
        size_t count = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) count += light_at(image, x, y) > 120;
        return count;
    };
    EXPECT_GT(double(lit(curve)), 1.3 * double(lit(speed)));
    settings_.sort.values =
        std::make_shared<std::vector<float>>(2000, 0.5f);  // of a frozen sort, which is another
    EXPECT_LT(double(lit(draw(*world))), 1.15 * double(lit(speed)));
}

}  // namespace
