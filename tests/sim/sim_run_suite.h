// Runs with hands, other physics and thrown bodies, forth and back. What they have to hold on any backend.
#pragma once
#include <gtest/gtest.h>

#include "sim/run/playback.h"
#include "sim/scenes/random.h"
#include "tests/sim/sim_scene.h"

namespace runs {

using namespace testing_worlds;

class Holder : public sim::WorldHolder {
public:
    explicit Holder(const sim::WorldConfig& config) : world_(sim::World::create(config)) {}
    sim::World& world() override { return *world_; }
    bool has_world() const override { return world_ != nullptr; }
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override {
        if (loses) world_.reset();
        if (refuses || loses) throw sort::OverLimit("no memory for this");
        sim::WorldConfig config = world_->config();
        config.scene.physics = physics;
        world_ = sim::World::create(config, &state);
        ++replaced;
    }
    uint64_t hash() { return sim::state_hash(world_->snapshot()); }
    /// Another engine or backend, with the same state.
    void exchange(const sim::WorldConfig& config) {
        const sim::Snapshot state = world_->snapshot();
        world_ = sim::World::create(config, &state);
    }

    int replaced = 0;
    bool refuses = false;
    bool loses = false;  // its world with the next one

private:
    std::unique_ptr<sim::World> world_;
};

inline sim::Body body_of(sim::World& world, uint32_t id) { return world.snapshot().bodies[id]; }

/// A hand that pulls a body at a point of its surface to a place.
inline sim::Hand pull(uint32_t id, const sim::Vec3& grip, const sim::Vec3& target, float rate = 20) {
    return {.kind = sim::Hand::pulls,
            .id = id,
            .rate_1_s = rate,
            .most_m_s2 = 400,
            .grip_m = grip,
            .target_m = target};
}

inline sim::Hand push(const sim::Vec3& centre, float radius, float rate = 20) {
    return {.kind = sim::Hand::pushes,
            .rate_1_s = rate,
            .most_m_s2 = 400,
            .target_m = centre,
            .radius_m = radius};
}

inline sim::Throw thrown_like(sim::World& world, uint32_t id, const sim::Vec3& position,
                              const sim::Vec3& velocity) {
    const sim::Snapshot state = world.snapshot();
    sim::ThrownBody body{position, velocity, state.bodies[id].radius_m, state.bodies[id].mass_kg};
    if (!state.rotations.empty()) body.shape = state.rotations[id].shape;
    return {body};
}

inline uint32_t pick(sim::Random& random, uint32_t of) { return uint32_t((random.bits() >> 32) * of >> 32); }

/// Something to do, of all kinds in turn.
inline sim::EventKind event_of(uint32_t k, sim::World& world, sim::Random& random) {
    const sim::Container box = world.container();
    const sim::Vec3 middle = (box.min_m + box.max_m) * 0.5f, half = (box.max_m - box.min_m) * 0.5f;
    const sim::Vec3 r = random.vector(0.8f);
    const sim::Vec3 place = middle + sim::Vec3{half.x * r.x, half.y * r.y, half.z * r.z};
    const uint32_t id = pick(random, world.bodies().count);
    const float radius = body_of(world, id).radius_m;
    const float rate = std::min(20.0f, 0.05f / world.config().scene.physics.time_step_s);
    switch (k % 6) {
        case 0:
            return sim::Hand{};
        case 1:
            return push(place, 3 * radius, rate);
        case 2: {
            sim::Physics physics = world.config().scene.physics;
            physics.gravity_m_s2 =
                random.vector(physics.gravity.on ? 1e-4f : 9.8f);  // soft stars hold no more
            return physics;
        }
        case 3:
            return thrown_like(world, id, place, random.vector(3));
        default:
            return pull(id, random.vector(radius), place, rate);
    }
}

/// Forth with events, back, forth again, and once more with another history of going to and fro.
inline void expect_the_same_forth_and_back(const sim::WorldConfig& config, uint32_t steps, uint32_t events) {
    Holder holder(config);
    sim::Playback playback(holder, {});
    playback.save_each(8);
    sim::Random random(11);
    std::vector<uint64_t> hashes, at;
    for (uint32_t k = 0; k < events; ++k) {
        playback.advance(1 + pick(random, 2 * steps / events));
        at.push_back(playback.step());
        hashes.push_back(holder.hash());
        playback.act(event_of(k, holder.world(), random));
    }
    playback.advance(9);
    const uint64_t end = playback.step(), last = holder.hash();
    const uint32_t bodies = holder.world().bodies().count;
    EXPECT_GT(bodies, config.bodies) << "nothing was thrown";

    for (const uint64_t step : {at[events / 2], at[0], at[events - 1], at[1], at[events / 3]}) {
        playback.go_to(step);
        EXPECT_EQ(playback.step(), step);
        const auto k = size_t(std::find(at.begin(), at.end(), step) - at.begin());
        EXPECT_EQ(holder.hash(), hashes[k]) << "step " << step;
    }
    EXPECT_TRUE(playback.ahead());
    playback.go_to(end);
    EXPECT_EQ(holder.hash(), last);
    EXPECT_EQ(holder.world().bodies().count, bodies);
    EXPECT_EQ(playback.events().size(), events);
}

/// Replays a run of the CPU on another backend: the bits have to be the same.
inline void expect_bits_of_the_cpu(sim::WorldConfig config, sim::Backend backend, const std::string& engine,
                                   uint32_t steps, uint32_t events) {
    Holder reference(config);
    sim::Playback first(reference, {});
    sim::Random random(5);
    for (uint32_t k = 0; k < events; ++k) {
        first.advance(steps / events);
        first.act(event_of(k, reference.world(), random));
    }
    first.advance(steps / events);

    config.backend = backend;
    config.engine = engine;
    config.broad_phase = sim::default_broad_phase(backend);
    Holder holder(config);
    sim::Playback again(holder, {});
    again.load(first.events(), first.step());
    again.go_to(first.step());
    EXPECT_EQ(holder.hash(), reference.hash()) << engine;
    again.go_to(first.step() / 2);
    again.go_to(first.step());
    EXPECT_EQ(holder.hash(), reference.hash()) << engine << ", forth and back";
}

}  // namespace runs
