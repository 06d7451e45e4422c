// Creates a world by a thread, and foresees by the time of a smaller world how long that takes.
#include "app/view/session/world_job.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/interrupt.h"
#include "app/base/wall_clock.h"
#include "app/view/session/world_making.h"

namespace app {
namespace {

constexpr uint32_t kTrialShare = 50, kLeastTrial = 4096;  // of the bodies, for the world that is timed first
constexpr double kMostForeseen = 0.97;                    // of the bar, while it is only foreseen

}  // namespace

WorldJob::WorldJob(const CreateWorld& create, const sim::WorldConfig& config,
                   std::optional<sim::Snapshot> begin)
    : from(std::move(begin)), began_s_(now_s()) {
    thread_ = std::thread([this, create, config] { work(create, config); });
}

WorldJob::~WorldJob() {
    if (!done()) cancel();  // else the world, which may have been taken, would stop at its next step
    thread_.join();
}

void WorldJob::cancel() { state_->cancelled = true; }

void WorldJob::work(const CreateWorld& create, sim::WorldConfig config) {
    config.stop = [state = state_] {
        throw_if_interrupted();
        if (state->cancelled) throw std::runtime_error("cancelled");
    };
    config.ground_progress = [state = state_](uint32_t percent) { state->ground_percent = percent; };
    try {
        if (!from) {
            sim::WorldConfig small = with_bodies(config, std::max(config.bodies / kTrialShare, kLeastTrial));
            small.ground_progress = {};
            const double start_s = now_s();
            create(small, nullptr);
            state_->expected_s = (now_s() - start_s) * (1 + double(config.bodies) / small.bodies);
        }
        config.stop();
        world_ = create(config, from ? &*from : nullptr);
    } catch (...) {
        error_ = std::current_exception();
    }
    state_->done = true;
}

double WorldJob::elapsed_s() const { return now_s() - began_s_; }

double WorldJob::part() const {
    const double expected_s = state_->expected_s;
    const double by_time = expected_s > 0 ? std::min(elapsed_s() / expected_s, kMostForeseen) : -1;
    const double by_ground = double(state_->ground_percent) / 100 * kMostForeseen;
    return by_ground > 0 ? std::min(by_ground, std::max(by_time, 0.0)) : by_time;
}

double WorldJob::left_s() const {
    const double done = part();
    return done > 0 ? elapsed_s() * (1 - done) / done : -1;
}

std::unique_ptr<sim::World> WorldJob::take() {
    if (error_) std::rethrow_exception(error_);
    return std::move(world_);
}

}  // namespace app
