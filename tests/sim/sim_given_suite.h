// Worlds whose boxes are given, as frames of a recording. What they have to hold on any backend.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/run/playback.h"
#include "sim/scenes/random.h"
#include "tests/sim/sim_scene.h"

namespace given {

using Frame = std::vector<sim::Box>;

/// Boxes of several sizes that drift, `step` steps on; the same ones for the same seed.
inline Frame drifting(uint32_t count, uint32_t step, uint64_t seed = 1) {
    sim::Random random(seed);
    Frame boxes;
    for (uint32_t id = 0; id < count; ++id) {
        const sim::Vec3 start = {8 * random.unit(), 8 * random.unit(), 8 * random.unit()};
        const sim::Vec3 speed = {random.unit() - 0.5f, random.unit() - 0.5f, random.unit() - 0.5f};
        const sim::Vec3 half = {0.05f + 0.2f * random.unit(), 0.05f + 0.2f * random.unit(), 0.1f};
        const sim::Vec3 at = start + speed * (0.02f * float(step));
        boxes.push_back({at - half, at + half});
    }
    return boxes;
}

inline sim::WorldConfig config_of(const Frame& first, sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config;
    config.scene.name = "frames";
    config.scene.physics.time_step_s = 0.02f;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.backend = backend;
    config.engine = sort::engine_or_default("", backend).name;
    config.broad_phase = sim::default_broad_phase(backend);
    config.given = std::make_shared<const sim::GivenStart>(sim::GivenStart{first, {}});
    return config;
}

/// Pairs of ids, i < j, by a test of each box with each other.
inline std::vector<uint32_t> pairs_of(const Frame& boxes) {
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i < boxes.size(); ++i)
        for (uint32_t j = i + 1; j < boxes.size(); ++j)
            if (sim::overlaps(boxes[i], boxes[j])) pairs.insert(pairs.end(), {i, j});
    return pairs;
}

inline void expect_frame(sim::World& world, const Frame& boxes, const std::string& what) {
    EXPECT_EQ(world.pairs_by_id(), pairs_of(boxes)) << what;
    const sim::Snapshot state = world.snapshot();
    ASSERT_EQ(state.bodies.size(), boxes.size()) << what;
    EXPECT_EQ(world.bodies().count, boxes.size()) << what;
    EXPECT_EQ(world.config().bodies, boxes.size()) << what;
    const sim::GivenLook look = world.config().given->look;
    for (size_t id = 0; id < boxes.size(); ++id) {
        const sim::Vec4 expected = look.sphere_of(boxes[id]);
        ASSERT_EQ(state.bodies[id].position_m.x, expected.x) << what << ", id " << id;
        ASSERT_EQ(state.bodies[id].radius_m, expected.w) << what << ", id " << id;
    }
}

inline void expect_frames(sim::Backend backend, const std::string& broad_phase, const std::string& engine) {
    sim::WorldConfig config = config_of(drifting(300, 0), backend);
    config.broad_phase = broad_phase;
    config.engine = engine;
    const auto world = sim::World::create(config);
    for (uint32_t step = 0; step < 6; ++step) {
        const Frame boxes = drifting(300, step);
        world->give({boxes}, step);
        world->step(1);
        world->finish();
        expect_frame(*world, boxes, broad_phase + ", step " + std::to_string(step));
        EXPECT_EQ(world->counters().completed_steps, step + 1);
    }
}

/// Frames of other sizes, also of far more boxes than there is room for at first.
inline void expect_unequal_frames(sim::Backend backend, const std::string& broad_phase) {
    sim::WorldConfig config = config_of(drifting(40, 0), backend);
    config.broad_phase = broad_phase;
    const auto world = sim::World::create(config);
    uint64_t step = 0;
    for (const uint32_t count : {40u, 41u, 12u, 700u, 1u, 700u, 2u, 300u}) {
        const Frame boxes = drifting(count, uint32_t(step));
        world->give({boxes}, step++);
        world->step(1);
        world->finish();
        expect_frame(*world, boxes, broad_phase + ", " + std::to_string(count) + " boxes");
    }
}

/// Another engine or broad phase in a world whose frame has few boxes has room for those of the next frames.
inline void expect_room_after_another_search(sim::Backend backend, const std::string& engine) {
    const auto world = sim::World::create(config_of(drifting(2000, 0), backend));
    uint64_t step = 0;
    const auto show = [&](uint32_t count) {
        const Frame boxes = drifting(count, uint32_t(step));
        world->give({boxes}, step++);
        world->step(1);
        world->finish();
        expect_frame(*world, boxes, std::to_string(count) + " boxes");
    };
    show(30);
    world->set_engine(engine);
    show(2000);
    show(30);
    world->set_broad_phase("sweep");
    show(1900);
}

/// The pairs of a frame are known after its step, and those of the frame before are none of its own.
inline void expect_no_pairs_before_the_step(sim::Backend backend) {
    for (const bool listed : {true, false}) {
        const auto world = sim::World::create(config_of(drifting(300, 0), backend));
        world->step(1);
        world->finish();
        EXPECT_GT(world->counters().pairs, 0u);
        if (listed) {
            EXPECT_FALSE(world->pairs_by_id().empty());
        }
        world->give({drifting(300, 9)}, 1);
        EXPECT_TRUE(world->pairs_by_id().empty()) << (listed ? "listed before" : "not listed before");
        world->step(1);
        world->finish();
        expect_frame(*world, drifting(300, 9), "after its step");
    }
}

/// Boxes all in one place: more pairs than there is room for, which has to grow.
inline void expect_room_for_pairs(sim::Backend backend) {
    Frame heap = drifting(400, 0);
    for (sim::Box& box : heap) box = {box.min * 0.001f - sim::Vec3{1, 1, 1}, box.max * 0.001f};
    const auto world = sim::World::create(config_of(drifting(400, 0), backend));
    world->step(1);
    world->give({heap}, 1);
    world->step(1);
    world->finish();
    EXPECT_EQ(world->counters().pairs, 400u * 399 / 2);
    expect_frame(*world, heap, "all in one place");
}

/// A frame of more pairs than there may be is refused; the next ones are shown all the same.
inline void expect_frames_after_one_of_too_many_pairs(sim::Backend backend) {
    const Frame usual = drifting(400, 0);
    Frame heap = usual;
    for (sim::Box& box : heap) box = {box.min * 0.001f - sim::Vec3{1, 1, 1}, box.max * 0.001f};
    sim::WorldConfig config = config_of(usual, backend);
    config.broad_phase = "sweep";
    config.most_pairs = 20000;
    const auto world = sim::World::create(config);
    uint64_t step = 0;
    for (int k = 0; k < 2; ++k) {
        world->give({usual}, step++);
        world->step(1);
        world->finish();
        expect_frame(*world, usual, "frame " + std::to_string(step));
        world->give({heap}, step++);
        EXPECT_THROW(
            {
                world->step(1);
                world->finish();
            },
            sort::OverLimit);
    }
    world->give({usual}, step);
    world->step(1);
    world->finish();
    expect_frame(*world, usual, "the last frame");
}

/// The order that is given is the one in which the sort meets the bodies: sorted already, it has no descents.
inline void expect_given_order(sim::Backend backend) {
    const Frame boxes = drifting(500, 0);
    sim::WorldConfig config = config_of(boxes, backend);
    config.broad_phase = "sweep";
    const auto world = sim::World::create(config);
    world->step(1);
    world->finish();
    EXPECT_GT(world->counters().descents, 100u);
    const std::vector<uint32_t> sorted = world->ids_by_slot();
    world->give({boxes, sorted}, 1);
    world->step(1);
    world->finish();
    EXPECT_EQ(world->counters().descents, 0u);
    EXPECT_EQ(world->ids_by_slot(), sorted);
    Frame before = boxes;
    before[7] = {before[7].min - sim::Vec3{1, 0, 0}, before[7].max - sim::Vec3{1, 0, 0}};
    world->give({boxes, sorted, before}, 2);
    world->step(1);
    EXPECT_NEAR(world->snapshot().bodies[7].velocity_m_s.x, 50, 0.01f);
    EXPECT_EQ(world->snapshot().bodies[8].velocity_m_s.x, 0);
}

/// Who goes to a step comes to the same state as who plays up to it.
class Holder : public sim::WorldHolder {
public:
    Holder(const std::vector<Frame>& frames, sim::Backend backend)
        : frames_(frames), world_(sim::World::create(config_of(frames[0], backend))) {}
    sim::World& world() override { return *world_; }
    void replace(const sim::Snapshot&, const sim::Physics&) override { FAIL(); }
    void give(uint64_t step) override {
        const Frame& boxes = frames_[step - 1];
        std::vector<uint32_t> order;
        for (uint32_t id = 0; step == 1 && id < boxes.size(); ++id) order.push_back(id);
        world_->give({boxes, order}, step - 1);
    }

private:
    const std::vector<Frame>& frames_;
    std::unique_ptr<sim::World> world_;
};

inline void expect_the_same_by_any_way(sim::Backend backend) {
    std::vector<Frame> frames;
    for (uint32_t step = 0; step < 12; ++step) frames.push_back(drifting(200, step));
    Holder holder(frames, backend);
    sim::Playback run(holder, {});
    run.begin_frames(frames.size());
    EXPECT_EQ(run.step(), 1u);
    std::vector<uint64_t> hashes = {sim::state_hash(holder.world().snapshot())};
    while (run.ahead()) {
        run.advance(1);
        hashes.push_back(sim::state_hash(holder.world().snapshot()));
    }
    EXPECT_EQ(run.step(), 12u);
    run.advance(5);
    EXPECT_EQ(run.step(), 12u) << "no frame behind the last one";
    for (const uint64_t step : {3u, 4u, 12u, 1u, 7u, 6u, 1u, 2u}) {
        run.go_to(step);
        EXPECT_EQ(run.step(), step);
        EXPECT_EQ(sim::state_hash(holder.world().snapshot()), hashes[step - 1]) << step;
    }
    EXPECT_THROW(run.act(sim::Hand{}), std::invalid_argument);
    EXPECT_EQ(run.last_step(), 12u);
}

}  // namespace given
