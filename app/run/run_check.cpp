#include "app/run/run_check.h"

#include <algorithm>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/measure/report_facts.h"

namespace app {

RunCheck::RunCheck(const RunFile& run, const std::string& path, bool all)
    : path_(path), hashes_(run.hashes), all_(all) {
    if (!all) hashes_.erase(hashes_.begin(), hashes_.end() - 1);
}

void RunCheck::advance(uint64_t done, uint64_t count, const std::function<void(uint32_t)>& steps,
                       const std::function<sim::World&()>& world) {
    constexpr uint64_t kAtOnce = 64;  // steps between two checks for an interrupt
    const uint64_t end = done + count;
    while (true) {
        done_ = done;
        if (done == next()) look(world());
        if (done == end) return;
        throw_if_interrupted();
        const uint64_t now = std::min({end - done, next() - done, kAtOnce});
        try {
            steps(uint32_t(now));
        } catch (const std::invalid_argument& error) {
            throw BadFile(path_ + ": an event of the steps " + std::to_string(done + 1) + " to " +
                          std::to_string(done + now) + " cannot be: " + error.what());
        }
        done += now;
    }
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
