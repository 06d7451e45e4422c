// The race of one frame: its keys by every sort engine, then its boxes by every broad phase, in slices while the world
// waits.
#pragma once
#include <string>

#include "app/bench/race/race.h"

#include "app/bench/race/race_report.h"
#include "sim/world.h"

namespace app {

class FrameRace {
public:
    /// Takes copies of what the last step sorted and searched; the world is finished, and its memory on a device has
    /// been waited for. `sorts_note`: why there is no sort to race on, "" there is. Throws sort::OverLimit.
    FrameRace(const sim::World& world, RaceFacts facts, std::string sorts_note);

    /// Goes on for about so long. False once it is done. Throws Interrupted.
    bool advance(double slice_s);
    void cancel();
    bool done() const { return sorts_.done() && pairs_.done(); }

    double progress() const { return (sorts_.progress() + pairs_.progress()) / 2; }
    /// "sorts" or "broad phases": what races now.
    const char* part() const { return sorts_.done() ? "broad phases" : "sorts"; }

    /// "Race: fastest sort cpu-radix, 0.98 x the time of cpu-adaptive; fastest broad phase columns, in use"
    std::string summary() const;

    const RaceFacts& facts() const { return facts_; }
    const Race& sorts() const { return sorts_; }
    const std::string& sorts_note() const { return sorts_note_; }
    const Race& broad_phases() const { return pairs_; }

private:
    RaceFacts facts_;
    std::string sorts_note_;
    Race sorts_, pairs_;
};

}  // namespace app
