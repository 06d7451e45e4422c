#include "app/run/run_check.h"

#include "app/base/errors.h"
#include "app/measure/report_facts.h"

namespace app {

RunCheck::RunCheck(const RunFile& run, const std::string& path, bool all)
    : path_(path), hashes_(run.hashes), all_(all) {
    if (!all) hashes_.erase(hashes_.begin(), hashes_.end() - 1);
}

void RunCheck::look(sim::World& world) {
    const sim::Snapshot state = world.snapshot();
    if (state.completed_steps != next()) return;
    const HashAt& expected = hashes_[next_];
    last_ = sim::state_hash(state);
    if (last_ == expected.hash) {
        ++next_;
        return;
    }
    std::string agreed = "; none before it is recorded";
    if (next_ > 0)
        agreed = "; the last recorded one that is equal is that of step " +
                 std::to_string(hashes_[next_ - 1].step);
    if (!all_) agreed = "; --check compares the ones before it, too";
    throw CheckFailed(path_ + ": the state after step " + std::to_string(expected.step) +
                      " differs: " + state_text(last_) + ", recorded " + state_text(expected.hash) + agreed);
}

}  // namespace app
