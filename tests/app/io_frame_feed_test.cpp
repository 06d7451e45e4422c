// Frames of files as the boxes of a world's steps.
#include "app/frames/frame_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/base/errors.h"
#include "app/io/npy.h"
#include "tests/temp_dir.h"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Sphere {
    float x, y, z, radius;
};

class FrameFeeds : public testing::Test {
protected:
    void write(const std::string& name, const char* type, std::vector<uint64_t> shape,
               std::span<const std::byte> bytes) {
        std::ostringstream out;
        app::write_npy(out, type, shape, bytes);
        dir.write(name, out.str());
    }
    void spheres(uint32_t frame, const std::vector<Sphere>& items) {
        write("f_" + std::to_string(frame) + ".npy", "<f4", {items.size(), 4},
              std::as_bytes(std::span(items)));
    }
    void ids(uint32_t frame, const std::vector<uint64_t>& items) {
        write("ids_" + std::to_string(frame) + ".npy", "<u8", {items.size()},
              std::as_bytes(std::span(items)));
    }
    static std::unique_ptr<sim::World> world_of(const app::FrameFeed& feed) {
        sim::WorldConfig config;
        config.scene = feed.scene();
        config.engine = "cpu-adaptive";
        config.broad_phase = "sweep";
        config.given = feed.start();
        return sim::World::create(config);
    }
    /// Shows a frame. Returns why it cannot be.
    static std::string show(app::FrameFeed& feed, sim::World& world, uint64_t step) {
        const std::string fault = feed.give(world, step);
        world.step(1);
        return fault;
    }
    TempDir dir;
};

TEST_F(FrameFeeds, show_the_bodies_of_each_frame_also_when_there_are_more_or_fewer) {
    spheres(1, {{0, 0, 0, 1}, {5, 0, 0, 1}});
    spheres(2, {{0, 0, 0, 1}, {1, 0, 0, 1}, {9, 0, 0, 0.5f}});
    spheres(3, {{7, 0, 0, 2}});
    app::FrameFeed feed(dir.path());
    const auto world = world_of(feed);
    EXPECT_EQ(feed.frames(), 3u);
    EXPECT_EQ(show(feed, *world, 1), "");
    EXPECT_THAT(world->pairs_by_id(), IsEmpty());
    EXPECT_EQ(show(feed, *world, 2), "");
    EXPECT_THAT(world->pairs_by_id(), ElementsAre(0, 1));
    EXPECT_EQ(world->snapshot().bodies.size(), 3u);
    EXPECT_EQ(show(feed, *world, 3), "");
    ASSERT_EQ(world->snapshot().bodies.size(), 1u);
    EXPECT_EQ(world->snapshot().bodies[0].position_m.x, 7);
    EXPECT_EQ(world->snapshot().bodies[0].radius_m, 2);
    EXPECT_EQ(show(feed, *world, 1), "");
    EXPECT_EQ(world->snapshot().bodies.size(), 2u);
    EXPECT_EQ(world->counters().completed_steps, 1u);
}

TEST_F(FrameFeeds, keep_the_order_of_the_last_sort_for_those_that_stay) {
    dir.write("frames.toml", "[frames]\nids = \"ids_%d.npy\"\n");
    spheres(1, {{9, 0, 0, 1}, {5, 0, 0, 1}, {1, 0, 0, 1}, {3, 0, 0, 1}});
    ids(1, {10, 11, 12, 13});
    spheres(2, {{0, 0, 0, 1}, {9, 0.25f, 0, 1}, {5, 0, 0, 1}, {1, 0, 0, 1}});  // without 13, with 7
    ids(2, {7, 10, 11, 12});
    app::FrameFeed feed(dir.path());
    const auto world = world_of(feed);
    show(feed, *world, 1);
    EXPECT_THAT(world->ids_by_slot(), ElementsAre(2, 3, 1, 0));
    EXPECT_EQ(world->counters().descents, 2u) << "as recorded";
    show(feed, *world, 2);
    EXPECT_THAT(world->ids_by_slot(), ElementsAre(0, 3, 2, 1));
    EXPECT_EQ(world->counters().descents, 1u) << "the new one came last";
    EXPECT_EQ(world->snapshot().bodies[0].velocity_m_s.x, 0) << "a new one";
    EXPECT_FLOAT_EQ(world->snapshot().bodies[1].velocity_m_s.y, 60 * 0.25f) << "the one with the id 10";
    EXPECT_EQ(feed.id_now(0), 1u);
    EXPECT_EQ(feed.id_now(2), 3u);
    EXPECT_EQ(feed.id_now(3), sim::kNobody) << "it is gone";
}

TEST_F(FrameFeeds, name_a_bad_frame_once_by_its_number_and_show_the_others) {
    spheres(1, {{0, 0, 0, 1}, {5, 0, 0, 1}});
    spheres(2, {{0, 0, 0, 1}, {NAN, 0, 0, 1}});
    spheres(4, {});
    spheres(5, {{2, 0, 0, 1}});
    const uint32_t keys[] = {1, 2};
    write("f_3.npy", "<u4", {2}, std::as_bytes(std::span(keys)));
    app::FrameFeed feed(dir.path());
    const auto world = world_of(feed);
    EXPECT_EQ(show(feed, *world, 1), "");
    EXPECT_THAT(show(feed, *world, 2), AllOf(HasSubstr("frame 2: "), HasSubstr("sphere 1: x is nan")));
    EXPECT_EQ(world->snapshot().bodies[1].position_m.x, 5) << "the frame before";
    EXPECT_THAT(show(feed, *world, 3), AllOf(HasSubstr("frame 3: "), HasSubstr("spheres expected")));
    EXPECT_THAT(show(feed, *world, 4), HasSubstr("frame 4: "));
    EXPECT_EQ(show(feed, *world, 5), "");
    EXPECT_EQ(world->snapshot().bodies[0].position_m.x, 2);
    EXPECT_EQ(show(feed, *world, 2), "") << "said already";
    EXPECT_EQ(feed.faults().size(), 3u);
    EXPECT_THAT(feed.faults().at(1), HasSubstr("frame 2: "));
}

TEST_F(FrameFeeds, begin_with_the_first_frame_that_can_be_read) {
    spheres(1, {{NAN, 0, 0, 1}});
    spheres(2, {{4, 0, 0, 1}});
    app::FrameFeed feed(dir.path());
    const auto world = world_of(feed);
    EXPECT_THAT(show(feed, *world, 1), HasSubstr("frame 1: "));
    EXPECT_EQ(world->snapshot().bodies[0].position_m.x, 4);
    spheres(2, {});
    EXPECT_THROW(app::FrameFeed(dir.path()), app::BadFile);
}

TEST_F(FrameFeeds, say_in_their_scene_how_long_a_step_is_and_what_the_bodies_are) {
    spheres(1, {{0, 0, 0, 1}});
    dir.write("frames.toml", "[frames]\ntime_step_s = 0.25\n");
    const app::FrameFeed feed(dir.path());
    EXPECT_EQ(feed.scene().physics.time_step_s, 0.25f);
    EXPECT_TRUE(feed.start()->look.spheres);
    const float box[] = {0, 0, 0, 1, 1, 1};
    TempDir boxes;
    std::ostringstream out;
    app::write_npy(out, "<f4", std::vector<uint64_t>{1, 6}, std::as_bytes(std::span(box)));
    boxes.write("f.npy", out.str());
    EXPECT_FALSE(app::FrameFeed(boxes.path()).start()->look.spheres);
}

TEST_F(FrameFeeds, make_points_of_keys_in_their_order) {
    const std::vector<int64_t> keys = {30, -10, 10};
    app::FrameItems items;
    items.type = sort::KeyType::i64;
    items.keys.assign(std::as_bytes(std::span(keys)).begin(), std::as_bytes(std::span(keys)).end());
    const auto boxes = app::boxes_of_items(items);
    ASSERT_EQ(boxes.size(), 3u);
    EXPECT_EQ(boxes[0].min.x, 10);
    EXPECT_EQ(boxes[1].min.x, 0);
    EXPECT_EQ(boxes[2].max.x, 5);
    EXPECT_LT(boxes[0].min.y, boxes[1].min.y);
}

}  // namespace
