#include "sim/run/playback.h"

#include <algorithm>

#include "sort/base/errors.h"

namespace sim {

Playback::Playback(WorldHolder& holder, SaveMemory memory) : holder_(holder), saves_(memory) { begin(); }

void Playback::begin() {
    World& world = holder_.world();
    world.finish();
    first_ = step_ = last_ = world.counters().completed_steps;
    events_.clear();
    next_ = 0;
    first_physics_ = physics_ = world.config().scene.physics;
    hand_ = {};
    world.set_hand(hand_);
    saves_.clear();
    saves_.add(world);
}

void Playback::load(std::vector<Event> events, uint64_t last_step) {
    events_ = std::move(events);
    next_ = 0;
    last_ = std::max(step_, last_step);
}

void Playback::apply(const EventKind& what) {
    World& world = holder_.world();
    if (const Hand* hand = std::get_if<Hand>(&what)) {
        world.set_hand(*hand);
        hand_ = *hand;
    } else if (const Physics* physics = std::get_if<Physics>(&what)) {
        world.set_physics(*physics);
        physics_ = *physics;
    } else {
        const Throw& thrown = std::get<Throw>(what);
        holder_.replace(with_thrown(world.snapshot(), thrown), physics_);
        holder_.world().set_hand(hand_);
    }
}

/// How many of `count` steps there are up to the next event, and the next save.
uint64_t Playback::until_next(uint64_t count) const {
    count = std::min(count, save_each_ - step_ % save_each_);
    if (next_ < events_.size()) count = std::min(count, events_[next_].step - 1 - step_);
    return count;
}

void Playback::advance(uint32_t count) {
    try {
        while (count > 0) {
            while (next_ < events_.size() && events_[next_].step == step_ + 1) apply(events_[next_++].what);
            const uint64_t steps = until_next(count);
            holder_.world().step(uint32_t(steps));
            step_ += steps;
            count -= uint32_t(steps);
            last_ = std::max(last_, step_);
            if (step_ % save_each_ == 0 && !saves_.has(step_)) saves_.add(holder_.world());
        }
    } catch (...) {
        step_ = holder_.world().counters().completed_steps;
        throw;
    }
}

void Playback::act(EventKind what) {
    apply(what);
    events_.resize(next_);
    saves_.forget_after(step_);
    last_ = step_;
    const bool again = !events_.empty() && events_.back().step == step_ + 1 &&
                       std::holds_alternative<Hand>(what) &&
                       std::holds_alternative<Hand>(events_.back().what);
    if (again) events_.pop_back();  // it has moved before the step knew
    events_.push_back({step_ + 1, std::move(what)});
    next_ = events_.size();
}

/// Goes to a saved state, with the physics and the hand of its time.
void Playback::restore(SavedState& save) {
    const uint64_t step = save.completed_steps();
    hand_ = {};
    physics_ = first_physics_;
    for (next_ = 0; next_ < events_.size() && events_[next_].step <= step; ++next_) {
        const EventKind& what = events_[next_].what;
        if (const Hand* hand = std::get_if<Hand>(&what)) hand_ = *hand;
        if (const Physics* physics = std::get_if<Physics>(&what)) physics_ = *physics;
    }
    World& world = holder_.world();
    world.set_physics(physics_);  // and wakes all, which the state then forgets
    if (!world.restore(save)) {
        world.move_to_host(save);
        holder_.replace(snapshot_of(save, world.container()), physics_);
    }
    holder_.world().set_hand(hand_);
    step_ = step;
}

void Playback::go_to(uint64_t step) {
    const uint64_t target = std::clamp(step, first_, last_);
    if (target == step_) return;
    SavedState* save = saves_.before(target);
    if (!save && target < step_)
        throw sort::OverLimit("no state was saved to go back to: " + saves_.why_smaller());
    if (save && (target < step_ || save->completed_steps() > step_)) restore(*save);
    while (step_ < target) advance(uint32_t(std::min<uint64_t>(target - step_, 1u << 20)));
}

}  // namespace sim
