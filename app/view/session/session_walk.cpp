// What pulls the selected body, in scenes with gravity between bodies.
#include "app/base/wall_clock.h"
#include "app/view/session/session.h"
#include "app/view/session/walk_feed.h"

namespace app {

void Session::show_walk(bool shown, bool wait) {
    draw.walk.reset();
    if (!shown || !config_.scene.physics.gravity.on || draw.selected == sim::kNobody) return;
    if (!walk_feed_) walk_feed_ = std::make_unique<WalkFeed>();
    if_there_is_room([&] { walk_feed_->follow(world(), draw.selected, moment(), now_s(), wait); });
    if (const auto* known = walk_feed_->of(draw.selected)) draw.walk = known->shown;
}

const sim::WalkOfBody* Session::walk() const {
    const auto* const known = walk_feed_ ? walk_feed_->of(draw.selected) : nullptr;
    return known ? &known->walk : nullptr;
}

bool Session::refuses_walk() const {
    return config_.bodies > kMostWalkedBodies || (walk_feed_ && walk_feed_->refused());
}

void Session::change_gravity(const sim::Gravity& gravity) {
    const sim::Gravity& is = physics_.gravity;
    const bool other_world = gravity.leaf_bodies != is.leaf_bodies || gravity.quadrupole != is.quadrupole ||
                             gravity.direct != is.direct;
    if (other_world) {
        changes.gravity = gravity;
        return;
    }
    sim::Physics physics = physics_;
    physics.gravity = gravity;
    set_physics(physics);
}

}  // namespace app
