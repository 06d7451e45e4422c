// A second world beside the live one: from the same state, with another engine or broad phase, given as many steps.
// What their steps take stands side by side, and their states are compared: they must be the same bits.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/event.h"

namespace app {

/// Medians over the last steps; 0: not known.
struct StepTimes {
    double step_ms = 0, sort_ms = 0;
};

class AbComparison {
public:
    using CreateWorld =
        std::function<std::unique_ptr<sim::World>(const sim::WorldConfig&, const sim::Snapshot*)>;

    /// `b` goes on from `from`, the state of the live world now, as does the hand. `create` makes the worlds that look
    /// for the first step that differs.
    AbComparison(std::unique_ptr<sim::World> b, sim::Snapshot from, const sim::Hand& hand,
                 CreateWorld create);

    sim::World& world() { return *world_; }
    const sim::World& world() const { return *world_; }

    /// Gives B the step that A has been given, and before it what was done to A before it: other physics, the hand,
    /// bodies thrown in. On cuda one waits for the other, so that neither is slowed by it. What B cannot do for lack of
    /// memory is its failure.
    void step(sim::World& a, std::vector<sim::Event> events = {});
    const std::string& failure() const { return failure_; }  // "" none

    void take(const sim::StepReport& of_a);
    StepTimes times_of_a() const { return a_.times(); }
    StepTimes times_of_b() const { return b_.times(); }

    /// The last comparison.
    uint64_t compared_at() const { return compared_at_; }  // completed steps
    uint64_t hash() const { return hash_; }
    /// A step whose states differ: the first one, if exactly(); else the first one lies between `same_at` and
    /// it.
    struct Difference {
        uint64_t step, same_at;
        bool exactly() const { return step == same_at + 1; }
    };
    const std::optional<Difference>& difference() const { return difference_; }

    /// Sets the steps between comparisons; 0, as at first: as many as make comparing little work beside the
    /// steps.
    void compare_each(uint32_t steps) { fixed_ = every_ = steps; }
    /// Compares now.
    void compare(sim::World& a);

    size_t events_before = 0;    // of the run when B began: its first state has the bodies thrown by these
    uint64_t picture_bytes = 0;  // of memory that drawing the second world takes beside the first

private:
    class Times {
    public:
        void add(const sim::StepReport& report);
        StepTimes times() const;

    private:
        std::deque<double> step_ms_, sort_ms_;
        uint32_t left_out_ = 0;
    };

    void poll_b();
    void act(const sim::EventKind& what);
    void apply(std::unique_ptr<sim::World>& world, const sim::EventKind& what, const sim::Hand& hand,
               const sim::Physics& physics) const;
    void find_first(const sim::World& a, uint64_t differs_at);

    std::unique_ptr<sim::World> world_;
    CreateWorld create_;
    sim::Snapshot same_;  // the last state that both had, and its physics and hand
    sim::Physics same_physics_, physics_;
    sim::Hand same_hand_, hand_;
    std::vector<sim::Event> events_;  // since then
    uint64_t compared_at_, hash_;
    uint32_t since_ = 0, every_ = 1, fixed_ = 0;  // steps: since the last comparison, and between two
    double steps_s_ = 0;                          // duration of the steps since the last comparison
    std::optional<Difference> difference_;
    std::string failure_;
    Times a_, b_;
    std::vector<sim::StepReport> reports_;
};

}  // namespace app
