// The walk through the tree that gives the pull on the selected body, followed while the world runs: now and
// then the bodies are copied, and a thread of its own makes the tree again and walks through it
// (sim/gravity/walk_of_body.h). Steps and pictures wait for the copy alone.
#pragma once
#include <future>
#include <memory>
#include <optional>

#include "app/gl/still.h"
#include "app/observe/shown_walk.h"
#include "sim/gravity/walk_of_body.h"
#include "sim/world.h"

namespace app {

inline constexpr uint32_t kMostWalkedBodies = 1u << 21;  // of more the copy alone would be felt

class WalkFeed {
public:
    /// A finished walk of one body, and the moment of the world that it belongs to.
    struct Known {
        uint32_t id;
        WorldMoment moment;
        sim::WalkOfBody walk;
        std::shared_ptr<const ShownWalk> shown;
    };

    /// Once a frame; `now` is the wall clock. `wait`: for exactly this moment. Throws what World::snapshot throws.
    /// Where the host has no room for the copy and the tree beside the world, nothing is done but to say so.
    void follow(sim::World& world, uint32_t id, const WorldMoment& moment, double now, bool wait);

    /// Returns the last walk of body `id`, of a moment not long ago; null: none yet.
    const Known* of(uint32_t id) const { return known_ && known_->id == id ? &*known_ : nullptr; }
    bool refused() const { return refused_; }
    uint64_t walks() const { return walks_; }  // so many were made

    /// The world goes. Does not wait for a walk that still runs: what it finds is dropped when it is there.
    void forget();

private:
    void start(sim::World& world, uint32_t id, const WorldMoment& moment, double now);
    void take();
    bool is_ready() const;

    std::optional<Known> known_;
    std::future<Known> running_;
    uint32_t asked_id_ = sim::kNobody;
    WorldMoment asked_moment_{};
    sim::Gravity asked_gravity_{};
    double next_at_s_ = 0;
    uint64_t walks_ = 0;
    bool refused_ = false;
    bool forgotten_ = false;  // the result of `running_` is to be dropped
};

}  // namespace app
