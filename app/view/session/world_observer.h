// Interface for what depends on the live world: receives its changes, so that the simulation knows none of its readers.
#pragma once
#include <functional>
#include <vector>

#include "sim/world.h"

namespace app {

struct Changes;

using IdNow = std::function<uint32_t(uint32_t)>;

class WorldObserver {
public:
    virtual ~WorldObserver() = default;

    /// Before a world that is requested takes the place of this one, which ends what compares with it.
    virtual void before_change() {}
    /// Before another engine or broad phase in this world.
    virtual void before_search_change() {}
    /// Before another world is created, which needs memory; `in_parallel`: beside this one, by another thread.
    virtual void before_creation([[maybe_unused]] bool in_parallel) {}
    /// Before this world goes and after the next one is there, which may go on from its state.
    virtual void before_replacement() {}
    virtual void after_replacement() {}
    /// After requested changes were carried out by another world.
    virtual void after_change(const Changes&) {}
    /// A run begins, and all that was kept of the one before ends.
    virtual void run_begins() {}

    /// A frame of files has other bodies: id_now() says the id of the one that had an id before, kNobody that it is gone.
    virtual void other_bodies([[maybe_unused]] const IdNow& id_now) {}

    /// The state or, with `other_physics`, the physics are changed by hand.
    virtual void edited([[maybe_unused]] bool other_physics) {}
    /// Before and after the run goes to another step.
    virtual void before_jump() {}
    virtual void after_jump() {}

    /// Returns whether the world has to wait instead of doing this frame's steps.
    virtual bool holds_steps() { return false; }
    /// Returns whether step_done() is needed after each step, instead of after several.
    virtual bool follows_steps() const { return false; }
    virtual void step_done() {}
    /// A step's report has come; after the last one that was ready, all_reported().
    virtual void reported(const sim::StepReport&) {}
    virtual void all_reported() {}
};

/// Calls observers in the order in which they were added. They live as long as the simulation steps or changes.
class WorldObservers {
public:
    void add(WorldObserver& observer) { observers_.push_back(&observer); }

    template <class... Parameters, class... Values>
    void notify(void (WorldObserver::*event)(Parameters...), const Values&... values) const {
        for (WorldObserver* observer : observers_) (observer->*event)(values...);
    }
    bool hold_steps() const {
        bool held = false;
        for (WorldObserver* observer : observers_) held = observer->holds_steps() || held;
        return held;
    }
    bool follow_steps() const {
        for (const WorldObserver* observer : observers_)
            if (observer->follows_steps()) return true;
        return false;
    }

private:
    std::vector<WorldObserver*> observers_;
};

}  // namespace app
