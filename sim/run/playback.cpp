#include "sim/run/playback.h"

#include <algorithm>
#include <stdexcept>

#include "sort/base/errors.h"

namespace sim {

Playback::Playback(WorldHolder& holder, SaveMemory memory) : holder_(holder), saves_(memory) { begin(); }

void Playback::begin() {
    World& world = holder_.world();
    world.finish();
    first_ = step_ = last_ = world.counters().completed_steps;
    frames_ = 0;
    events_.clear();
    next_ = 0;
    first_bodies_ = world.config().bodies;
    first_physics_ = physics_ = world.config().scene.physics;
    hand_ = {};
    world.set_hand(hand_);
    saves_.clear();
    if (!world.config().given) saves_.add(world);
}

void Playback::begin_frames(uint64_t frames) {
    frames_ = frames;
    first_ = 1;
    last_ = frames;
    show(1);
}

/// Does one step of a run of frames.
void Playback::show(uint64_t step) {
    holder_.give(step);
    try {
        holder_.world().step(1);
        step_ = step;
    } catch (...) {
        stop_at_completed();
        throw;
    }
}

/// Does a step behind the one before it, so that what has changed since then is the same wherever the run comes from.
void Playback::show_after_one(uint64_t step) {
    if (step > first_) show(step - 1);
    show(step);
}

void Playback::repeat_frame() {
    if (frames_ > 0) show_after_one(step_);
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

/// Returns whether bodies were thrown in just before `step`, which is then the first step that knows them.
bool Playback::threw_before(uint64_t step) const {
    for (size_t k = next_; k > 0 && events_[k - 1].step == step; --k)
        if (std::holds_alternative<Throw>(events_[k - 1].what)) return true;
    return false;
}

/// Returns how many of `count` steps there are up to the next event, and the next save. The first step after
/// a throw is saved: to go back over a throw a new world has to be made.
uint64_t Playback::until_next(uint64_t count) const {
    if (threw_before(step_ + 1)) return 1;
    count = std::min(count, save_each_ - step_ % save_each_);
    if (next_ < events_.size()) count = std::min(count, events_[next_].step - 1 - step_);
    return count;
}

void Playback::advance(uint32_t count) {
    if (frames_ > 0) {
        for (; count > 0 && step_ < last_; --count) show(step_ + 1);
        return;
    }
    try {
        while (count > 0) {
            for (; next_ < events_.size() && events_[next_].step == step_ + 1; ++next_)
                apply(events_[next_].what);
            const uint64_t steps = until_next(count);
            holder_.world().step(uint32_t(steps));
            step_ += steps;
            count -= uint32_t(steps);
            last_ = std::max(last_, step_);
            const bool save = step_ % save_each_ == 0 || threw_before(step_);
            if (save && !saves_.has(step_)) saves_.add(holder_.world());
        }
    } catch (...) {
        stop_at_completed();
        throw;
    }
}

/// Steps that were queued are not all done.
void Playback::stop_at_completed() {
    if (!holder_.has_world()) return;
    const bool at_end = step_ == last_ && frames_ == 0;
    step_ = holder_.world().counters().completed_steps;
    if (at_end) last_ = step_;
}

/// Returns whether one of the first `done` events has changed the state after `step` already. A hand changes
/// forces alone.
static bool is_touched(const std::vector<Event>& events, size_t done, uint64_t step) {
    return done > 0 && events[done - 1].step > step && !std::holds_alternative<Hand>(events[done - 1].what);
}

void Playback::act(EventKind what) {
    if (frames_ > 0) throw std::invalid_argument("the bodies are frames of files, which nothing can move");
    try {
        const bool saves = std::holds_alternative<Throw>(what) && !saves_.has(step_);
        if (saves && !is_touched(events_, next_, step_)) saves_.add(holder_.world());
        apply(what);
    } catch (const sort::OverLimit&) {  // perhaps of a step that was queued before
        stop_at_completed();
        throw;
    }
    events_.resize(next_);
    saves_.forget_after(step_);
    last_ = step_;
    const bool again = !events_.empty() && events_.back().step == step_ + 1 &&
                       !std::holds_alternative<Throw>(what) && what.index() == events_.back().what.index();
    if (again) events_.pop_back();  // it has changed before the step knew
    events_.push_back({step_ + 1, std::move(what)});
    next_ = events_.size();
}

/// Goes to a saved state, with the physics and the hand of its time. Where that throws, nothing has changed.
void Playback::restore(SavedState& save) {
    const uint64_t step = save.completed_steps();
    Hand hand;
    Physics physics = first_physics_;
    size_t next = 0;
    for (; next < events_.size() && events_[next].step <= step; ++next) {
        const EventKind& what = events_[next].what;
        if (const Hand* other = std::get_if<Hand>(&what)) hand = *other;
        if (const Physics* other = std::get_if<Physics>(&what)) physics = *other;
    }
    World& world = holder_.world();
    if (!world.restore(save, physics)) {
        world.move_to_host(save);
        holder_.replace(snapshot_of(save, world.container()), physics);
    }
    holder_.world().set_hand(hand);
    hand_ = hand;
    physics_ = physics;
    next_ = next;
    step_ = step;
}

void Playback::go_to(uint64_t step) {
    const uint64_t target = std::clamp(step, first_, last_);
    if (target == step_) return;
    if (frames_ > 0) return target == step_ + 1 ? show(target) : show_after_one(target);
    SavedState* save = saves_.before(target);
    if (target < step_ && (!save || save->completed_steps() > target))
        throw sort::OverLimit("no state was saved to go back to: " + saves_.why_smaller());
    if (save && save->completed_steps() <= target && (target < step_ || save->completed_steps() > step_))
        restore(*save);
    while (step_ < target) advance(uint32_t(std::min<uint64_t>(target - step_, 1u << 20)));
}

}  // namespace sim
