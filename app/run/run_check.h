// Compares the states of a run that is done again with the hashes that were recorded.
#pragma once
#include <string>

#include "app/run/run_file.h"
#include "sim/world.h"

namespace app {

class RunCheck {
public:
    /// `all`: each recorded hash; else the last one.
    RunCheck(const RunFile& run, const std::string& path, bool all);

    /// The next step whose state is compared; UINT64_MAX: none.
    uint64_t next() const { return next_ < hashes_.size() ? hashes_[next_].step : UINT64_MAX; }
    /// Compares, where the world is at that step. Throws CheckFailed, with the first step that differs.
    void look(sim::World& world);

    size_t compared() const { return next_; }
    uint64_t last() const { return last_; }  // hash of the state that was compared last

private:
    const std::string path_;
    std::vector<HashAt> hashes_;
    bool all_;
    size_t next_ = 0;
    uint64_t last_ = 0;
};

}  // namespace app
