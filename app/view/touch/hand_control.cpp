#include "app/view/touch/hand_control.h"

#include <algorithm>
#include <cmath>

#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/touch/vectors.h"

namespace app {
namespace {

constexpr float kMostRate_1_s = 25, kRateTimesStep = 0.08f;
constexpr float kMostGravities = 50;  // largest acceleration, in times gravity,
constexpr float kMostSizes_1_s2 =
    25.0f;  // or, where that is more, so many sizes of the room per second squared
constexpr float kDepthPerNotch = 1.1f;
constexpr float kMostSpeed_1_s = 4;  // of a pushing hand, in sizes of the room per second

float shortest_side(const sim::Container& box) {
    const sim::Vec3 size = box.max_m - box.min_m;
    return std::min({size.x, size.y, size.z});
}

float rate_for(const sim::Physics& physics) {
    return std::min(kMostRate_1_s, kRateTimesStep / physics.time_step_s);
}

bool same(const sim::Vec3& a, const sim::Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

sim::Hand hand_for(const sim::Physics& physics, const sim::Container& box) {
    sim::Hand hand;
    hand.rate_1_s = rate_for(physics);
    hand.most_m_s2 =
        std::max(kMostGravities * sim::length(physics.gravity_m_s2), kMostSizes_1_s2 * shortest_side(box));
    return hand;
}

float hand_radius_m(float size, const sim::Container& box) { return size * shortest_side(box); }

bool HandControl::start(Simulation& simulation, sim::Hand hand) {
    hand_ = {};
    if (!simulation.act(hand)) return false;
    hand_ = hand;
    step_ = simulation.run().step();
    return true;
}

bool HandControl::grip(Simulation& simulation, View& view, uint32_t id, const Ray& ray) {
    const auto body = find_body(simulation.world(), id);
    if (!body || !std::isfinite(body->mass_kg)) return false;
    body_ = *body;
    ray_ = ray;
    sim::Hand hand = hand_for(simulation.physics(), view.clip_box());
    hand.kind = sim::Hand::pulls;
    hand.id = id;
    hand.grip_m = grip_on(body_, ray);
    hand.target_m = grip_in_world(body_, hand.grip_m);
    depth_m_ = depth_of(view.camera, to_glm(hand.target_m));
    view.select(id);
    return start(simulation, hand);
}

bool HandControl::push(Simulation& simulation, View& view, uint32_t id, const Ray& ray, float size) {
    const sim::Container& box = simulation.world().container();
    const auto body = id == sim::kNobody ? std::nullopt : find_body(simulation.world(), id);
    ray_ = ray;
    depth_m_ = depth_of(view.camera, body ? to_glm(body->position_m) : view.camera.target);
    sim::Hand hand = hand_for(simulation.physics(), view.clip_box());
    hand.kind = sim::Hand::pushes;
    hand.radius_m = hand_radius_m(size, view.clip_box());
    hand.target_m = kept_in(box, to_sim(at_depth(view.camera, ray, depth_m_)));
    return start(simulation, hand);
}

void HandControl::move_away(double notches) {
    depth_m_ *= std::pow(kDepthPerNotch, static_cast<float>(notches));
}

void HandControl::resize(Simulation& simulation, View& view, float size) {
    if (!pushes()) return;
    sim::Hand hand = hand_;
    hand.radius_m = hand_radius_m(size, view.clip_box());
    if (simulation.act(hand)) hand_ = hand;
}

/// Lets the held body go, of which the run learns by the next update(). Where the run went back or began anew
/// meanwhile, the hand of that time stays as it was recorded.
void HandControl::let_go(Simulation& simulation, View& view) {
    update(simulation, view);
    hand_ = {};
}

void HandControl::update(Simulation& simulation, View& view) {
    const sim::Playback& run = simulation.run();
    if (!holds()) {  // let go just now, or its release was forgotten with what lay ahead
        if (!run.ahead() && run.hand().kind != sim::Hand::away) simulation.act(sim::Hand{});
        return;
    }
    if (run.ahead() || run.step() < step_ || run.hand().kind != hand_.kind || run.hand().id != hand_.id) {
        hand_ = {};
        return;
    }
    move_to(simulation, view,
            kept_in(simulation.world().container(), to_sim(at_depth(view.camera, ray_, depth_m_))));
}

void HandControl::move_to(Simulation& simulation, View& view, const sim::Vec3& target) {
    const uint64_t now = simulation.run().step();
    sim::Hand hand = hand_;
    hand.rate_1_s = rate_for(simulation.physics());
    hand.target_m = target;
    if (pushes() && now > step_) {
        const float time_s = static_cast<float>(now - step_) * simulation.physics().time_step_s;
        const float most = kMostSpeed_1_s * shortest_side(view.clip_box());
        hand.velocity_m_s = (target - hand_.target_m) * (1 / time_s);
        const float speed = sim::length(hand.velocity_m_s);
        if (speed > most) hand.velocity_m_s = hand.velocity_m_s * (most / speed);
        step_ = now;
    }
    const bool moved = !same(hand.target_m, hand_.target_m) || !same(hand.velocity_m_s, hand_.velocity_m_s) ||
                       hand.rate_1_s != hand_.rate_1_s;
    if (!moved) return;
    if (simulation.act(hand)) {
        hand_ = hand;
    } else {
        hand_ = {};
        simulation.act(sim::Hand{});
    }
}

/// The body's place is that of the last report; how it is turned is only at hand on the CPU.
HandShown HandControl::shown(Simulation& simulation, View& view) {
    HandShown shown{hand_.kind, hand_.target_m, hand_.target_m, hand_.radius_m};
    if (hand_.kind != sim::Hand::pulls) return shown;
    const sim::WatchedBody* body = view.selected_body();
    if (body && body->id == hand_.id) {
        body_.position_m = body->position_m;
        const sim::BodyView view = simulation.world().bodies();
        const bool here = simulation.config().backend == sim::Backend::cpu && body->slot < view.count &&
                          view.id[body->slot] == body->id;
        if (here && view.orientation) body_.orientation = view.orientation[body->slot];
    }
    shown.grip_m = grip_in_world(body_, hand_.grip_m);
    return shown;
}

}  // namespace app
