// A world that is created beside the live one, by a thread of its own, so that the window goes on. On the CPU only:
// a device's world is created by the thread that its pictures belong to.
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "app/view/session/step_cost.h"
#include "sim/world.h"

namespace app {

class WorldJob {
public:
    WorldJob(const CreateWorld& create, const sim::WorldConfig& config, std::optional<sim::Snapshot> from);
    ~WorldJob();  // cancels what is not done and waits for its end
    WorldJob(const WorldJob&) = delete;
    WorldJob& operator=(const WorldJob&) = delete;

    void cancel();  // it ends at its next safe point
    bool done() const { return state_->done; }

    /// Returns the part of the work that is done, from 0 to 1: by the ground that is being made, else by the
    /// time that a small world of the same kind took. < 0: not known yet.
    double part() const;
    double left_s() const;  // < 0: not known

    /// Once it is done. Throws what creating it threw.
    std::unique_ptr<sim::World> take();

    std::optional<sim::Snapshot> from;  // what the world goes on from; not to be touched before it is done

private:
    /// The world's own checks outlive the job.
    struct State {
        std::atomic<bool> cancelled = false, done = false;
        std::atomic<uint32_t> ground_percent = 0;
        std::atomic<double> expected_s = 0;
    };
    void work(const CreateWorld& create, sim::WorldConfig config);
    double elapsed_s() const;

    std::shared_ptr<State> state_ = std::make_shared<State>();
    double began_s_;
    std::unique_ptr<sim::World> world_;
    std::exception_ptr error_;
    std::thread thread_;
};

}  // namespace app
