// A run that goes forth and back: a world, what was done to it by step, and saved states on the way. Going back takes
// the saved state before, and does the steps from there again, with the same events: the same bits (contract, part 4).
#pragma once
#include <memory>
#include <vector>

#include "sim/run/event.h"
#include "sim/run/save_ring.h"

namespace sim {

/// Owner of the world that a Playback moves.
class WorldHolder {
public:
    virtual ~WorldHolder() = default;
    virtual World& world() = 0;
    virtual bool has_world() const { return true; }
    /// Makes a new world, with this state and these physics, and its config() otherwise. Throws as
    /// World::create; then the world is as it was, or where there is no memory for that either, there is none.
    virtual void replace(const Snapshot& state, const Physics& physics) = 0;
    /// Gives the world the boxes of a step, before it is queued, in a run of frames. Throws as World::give().
    virtual void give(uint64_t) {}
};

class Playback {
public:
    /// The run begins with the world as it is. The holder outlives this.
    Playback(WorldHolder& holder, SaveMemory memory);

    /// Forgets all: the run begins with the world as it is, without a hand.
    void begin();

    /// Begins a run of so many frames, at least one, of a world whose boxes are given: step k has those of frame k, so
    /// that any step is reached without those before it. Does the first step. Such a run cannot be changed.
    void begin_frames(uint64_t frames);
    /// Does the step again in a world that took the place of the one before it; nothing but in a run of frames.
    void repeat_frame();
    bool has_frames() const { return frames_ > 0; }

    /// Queues `count` steps; of a run of frames at most those that are left. Events ahead, of a run that went back,
    /// happen again. Throws as World::step(); step() is then the last completed one.
    void advance(uint32_t count);

    /// Applies an event before the next step, and forgets the events and steps ahead. Throws as World's
    /// functions, and std::invalid_argument in a run of frames, and then does nothing.
    void act(EventKind what);

    /// Goes to the state after `step` steps, from first_step() to last_step(). Throws as advance().
    void go_to(uint64_t step);

    /// Moves the saved states to the host, before the holder gets a world of another backend or device, in
    /// the same state.
    void leave_device() { saves_.move_to_host(holder_.world()); }

    uint64_t step() const { return step_; }
    uint64_t first_step() const { return first_; }
    /// Returns the last step that was done, or that lies ahead in a run from a file.
    uint64_t last_step() const { return last_; }
    bool ahead() const { return step_ < last_; }
    const std::vector<Event>& events() const { return events_; }
    const Hand& hand() const { return hand_; }
    const Physics& physics() const { return physics_; }  // now
    const Physics& first_physics() const { return first_physics_; }
    uint32_t first_bodies() const { return first_bodies_; }

    /// Steps between two saved states: as many are repeated, at most, to go back where saves are dense.
    void save_each(uint32_t steps) { save_each_ = steps < 1 ? 1 : steps; }
    const SaveRing& saves() const { return saves_; }

    /// Events of a file, for a run that has not begun: ahead of the first step. In order.
    void load(std::vector<Event> events, uint64_t last_step);

private:
    void apply(const EventKind& what);
    void show(uint64_t step);
    void show_after_one(uint64_t step);
    void restore(SavedState& save);
    void stop_at_completed();
    uint64_t until_next(uint64_t count) const;
    bool threw_before(uint64_t step) const;

    WorldHolder& holder_;
    SaveRing saves_;
    uint32_t save_each_ = 64;
    uint64_t first_ = 0, step_ = 0, last_ = 0;
    uint64_t frames_ = 0;  // 0: bodies move by themselves
    uint32_t first_bodies_ = 0;
    std::vector<Event> events_;  // by step
    size_t next_ = 0;            // of them, to be applied
    Hand hand_;
    Physics physics_, first_physics_;
};

}  // namespace sim
