// Comparisons of engines: the race of one frame, for which the world waits, and a second world beside the live one.
#pragma once
#include <memory>
#include <string>

#include "app/view/session/step_cost.h"
#include "app/view/session/world_observer.h"

namespace app {

class AbComparison;
class FrameRace;
class Inspector;
class Messages;
class Simulation;
class Telemetry;
class WorldChanges;

class Compare : public WorldObserver {
public:
    /// `create` makes the second world. All outlive it.
    Compare(CreateWorld create, Simulation& simulation, const WorldChanges& changes, Inspector& inspector,
            Telemetry& telemetry, Messages& messages);
    ~Compare() override;

    void start_race();  // or cancels the one that runs
    void cancel_race();
    bool races() const;
    void advance_race(double slice_s);
    const FrameRace* race() const { return race_.get(); }  // the last one; null: none yet

    /// Adds a second world, from the same state and with as many steps; where there is one, ends it.
    void start_ab(const std::string& engine, const std::string& broad_phase);
    void end_ab(const std::string& why = "");
    AbComparison* ab() { return ab_.get(); }  // null: none
    const AbComparison* ab() const { return ab_.get(); }

private:
    void before_change() override;
    void before_search_change() override;
    void before_creation(bool in_parallel) override;
    void before_replacement() override;
    void before_jump() override;
    bool holds_steps() override { return races(); }
    bool follows_steps() const override { return ab_ != nullptr; }
    void step_done() override;
    void reported(const sim::StepReport& report) override;
    void all_reported() override;

    CreateWorld create_;
    Simulation& simulation_;
    const WorldChanges& changes_;
    Inspector& inspector_;
    Telemetry& telemetry_;
    Messages& messages_;
    std::unique_ptr<FrameRace> race_;
    std::unique_ptr<AbComparison> ab_;
};

}  // namespace app
