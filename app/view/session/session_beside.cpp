// A second world beside the live one, where there is memory for both.
#include <algorithm>
#include <new>

#include "app/base/wall_clock.h"
#include "app/view/race/side_by_side.h"
#include "app/view/session/session.h"
#include "sim/exec/memory.h"
#include "sort/base/errors.h"

namespace app {

static constexpr double kLongestStep_s = 1;  // of the second world, as foreseen

void Session::start_beside(const std::string& engine, const std::string& broad_phase) {
    if (beside_) return end_beside();
    const auto refuse = [&](const std::string& why) { say("No second world: " + why, true); };
    try {
        ViewOptions options = options_;
        Changes other;
        other.engine = engine;
        other.broad_phase = broad_phase;
        std::swap(changes, other);
        sim::WorldConfig config;
        try {
            config = changed_config(options, true);
        } catch (...) {
            std::swap(changes, other);
            throw;
        }
        std::swap(changes, other);
        if (config.backend == sim::Backend::cpu)
            sim::require_host_memory("both worlds", world_->bytes() + sim::host_bytes_needed(config));
        if (const StepCost cost = foresee_step(config, create_); cost.seconds > kLongestStep_s)
            return refuse(describe(cost, config));
        unfreeze_sort();
        cancel_race();
        sim::Snapshot snapshot = world_->snapshot();
        collect(now_s());
        auto world = create_(config, &snapshot);
        beside_ = std::make_unique<SideBySide>(std::move(world), std::move(snapshot), run_->hand(), create_);
        if (message_is_error) say("");
        log.add(queued_steps_, "A/B: B with " + beside_->world().config().engine + ", " +
                                   beside_->world().config().broad_phase);
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
}

/// Step by step, each with what was done before it.
void Session::queue_both(uint32_t count) {
    for (uint32_t k = 0; k < count; ++k) {
        run_->advance(1);
        queued_steps_ = run_->step();
        if (!beside_) continue;  // it ended with the world that it stood beside
        const std::vector<sim::Event>& events = run_->events();
        const auto [first, last] =
            std::equal_range(events.begin(), events.end(), sim::Event{queued_steps_, {}},
                             [](const sim::Event& a, const sim::Event& b) { return a.step < b.step; });
        beside_->step(*world_, {first, last});
    }
}

void Session::end_beside(const std::string& why) {
    if (!beside_) return;
    if (const auto& difference = beside_->difference())
        log.add(difference->step,
                "A/B: states differ, the same at step " + std::to_string(difference->same_at));
    log.add(queued_steps_, "A/B ended");
    beside_.reset();
    say(why.empty() ? "A/B ended" : "A/B ended: " + why, false);
}

}  // namespace app
