#include "app/view/inspect/walk_feed.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/base/wall_clock.h"
#include "sim/exec/memory.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kLeastEvery_s = 0.25;
constexpr double kPartOfTime = 0.02;  // that copies may take

/// Snapshot and sources, and the tree with the scratch of its sort.
constexpr uint64_t kBytesPerBody = sizeof(sim::Body) + sizeof(sim::RotationState) + 400;

bool has_room(const sim::World& world) {
    const sim::WorldConfig& config = world.config();
    const uint64_t held = config.backend == sim::Backend::cpu ? world.bytes() : 0;
    try {
        sim::require_host_memory("the walk of a body needs", held + kBytesPerBody * config.bodies, held);
    } catch (const sort::OverLimit&) {
        return false;
    }
    return true;
}

std::shared_ptr<const ShownWalk> shown(const sim::WalkOfBody& walk) {
    auto out = std::make_shared<ShownWalk>();
    float strongest = 0;
    for (const sim::TakenNode& node : walk.nodes) strongest = std::max(strongest, node.pull);
    for (const sim::TakenNode& node : walk.nodes) {
        const float strength = walk_strength(strongest > 0 ? node.pull / strongest : 1);
        out->nodes.push_back({node.min, node.level, node.max, strength_bits(strength)});
    }
    for (const sim::TakenBody& body : walk.bodies)
        out->bodies.push_back({body.place, body.level, body.place, 0});
    return out;
}

}  // namespace

bool WalkFeed::is_ready() const {
    return running_.valid() && running_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void WalkFeed::take() {
    const bool dropped = std::exchange(forgotten_, false);
    Known found = running_.get();
    if (dropped) return;
    known_ = std::move(found);
    ++walks_;
}

void WalkFeed::forget() {
    known_.reset();
    asked_id_ = sim::kNobody;
    refused_ = false;
    forgotten_ = running_.valid();
}

void WalkFeed::start(sim::World& world, uint32_t id, const WorldMoment& moment, double now) {
    const double begin = now_s();
    const sim::Snapshot state = world.snapshot();
    std::vector<sim::Vec4> sources;
    sources.reserve(state.bodies.size());
    for (const sim::Body& body : state.bodies) sources.push_back(sim::with_w(body.position_m, body.mass_kg));
    const sim::WorldConfig& config = world.config();
    // Beside steps on the CPU it takes as little of it as can be.
    const int threads = config.backend == sim::Backend::cpu ? 1 : 0;
    running_ = std::async(std::launch::async, [sources = std::move(sources),
                                               gravity = config.scene.physics.gravity, id, moment, threads] {
        Known known{id, moment, sim::walk_of_body(sources, gravity, id, threads), nullptr};
        known.shown = shown(known.walk);
        return known;
    });
    asked_id_ = id;
    asked_moment_ = moment;
    asked_gravity_ = config.scene.physics.gravity;
    next_at_s_ = now + std::max(kLeastEvery_s, (now_s() - begin) / kPartOfTime);
}

void WalkFeed::follow(sim::World& world, uint32_t id, const WorldMoment& moment, double now, bool wait) {
    if (is_ready() || (wait && running_.valid())) take();
    const bool wanted = id != sim::kNobody && world.config().scene.physics.gravity.on &&
                        world.bodies().count <= kMostWalkedBodies;
    if (!wanted || running_.valid()) return;
    const bool other = id != asked_id_;
    if (!other && moment == asked_moment_ && asked_gravity_ == world.config().scene.physics.gravity) return;
    if (!wait && !other && now < next_at_s_) return;
    refused_ = !has_room(world);
    if (refused_) return;
    start(world, id, moment, now);
    if (wait) take();
}

}  // namespace app
