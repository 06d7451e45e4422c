// Does the steps of a recorded run again, and compares its states with the hashes that were recorded.
#pragma once
#include <functional>
#include <string>

#include "app/run/run_file.h"
#include "sim/world.h"

namespace app {

class RunCheck {
public:
    /// `all`: each recorded hash; else the last one.
    RunCheck(const RunFile& run, const std::string& path, bool all);

    /// Returns the next step whose state is compared; UINT64_MAX: none.
    uint64_t next() const { return next_ < hashes_.size() ? hashes_[next_].step : UINT64_MAX; }
    /// Compares, where the world is at that step. Throws CheckFailed, with the first step that differs.
    void look(sim::World& world);

    /// Queues `count` steps with `steps` after `done` of them, and compares where a state was recorded.
    /// Throws as `steps` and look() do, and BadFile for an event that this world cannot have.
    void advance(uint64_t done, uint64_t count, const std::function<void(uint32_t)>& steps,
                 const std::function<sim::World&()>& world);

    size_t compared() const { return next_; }
    uint64_t done() const { return done_; }  // steps
    uint64_t last() const { return last_; }  // hash of the state that was compared last

private:
    const std::string path_;
    std::vector<HashAt> hashes_;
    bool all_;
    size_t next_ = 0;
    uint64_t done_ = 0;
    uint64_t last_ = 0;
};

}  // namespace app
