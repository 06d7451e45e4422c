// A second world beside the live one, where there is memory for both.
#include <algorithm>
#include <new>

#include "app/base/wall_clock.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/session/session.h"
#include "sim/exec/memory.h"
#include "sort/base/errors.h"

namespace app {

static constexpr double kLongestStep_s = 1;  // of the second world, as foreseen

void Session::start_ab(const std::string& engine, const std::string& broad_phase) {
    if (ab_) return end_ab();
    const auto refuse = [&](const std::string& why) { say("No second world: " + why, true, Topic::ab); };
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
            sim::require_host_memory("both worlds need", world_->bytes() + sim::host_bytes_needed(config),
                                     world_->bytes());
        if (const StepCost cost = foresee_step(config, create_); cost.seconds > kLongestStep_s)
            return refuse(describe(cost, config));
        unfreeze_sort();
        cancel_race();
        sim::Snapshot snapshot = world_->snapshot();
        collect(now_s());
        auto world = create_(config, &snapshot);
        ab_ = std::make_unique<AbComparison>(std::move(world), std::move(snapshot), run_->hand(), create_);
        ab_->events_before = run_->events().size();
        drop_messages(Topic::ab, true);
        log.add(queued_steps_,
                "A/B: B with " + ab_->world().config().engine + ", " + ab_->world().config().broad_phase);
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
        if (!ab_) continue;  // it ended with the world that it stood beside
        const std::vector<sim::Event>& events = run_->events();
        std::vector<sim::Event> before;
        for (size_t e = events.size(); e > 0 && events[e - 1].step >= queued_steps_; --e) {
            const bool known =
                e <= ab_->events_before && std::holds_alternative<sim::Throw>(events[e - 1].what);
            if (events[e - 1].step == queued_steps_ && !known) before.insert(before.begin(), events[e - 1]);
        }
        ab_->step(*world_, std::move(before));
    }
}

void Session::end_ab(const std::string& why) {
    if (!ab_) return;
    if (const auto& difference = ab_->difference())
        log.add(difference->step,
                "A/B: states differ, the same at step " + std::to_string(difference->same_at));
    log.add(queued_steps_, "A/B ended");
    ab_.reset();
    say(why.empty() ? "A/B ended" : "A/B ended: " + why, false, Topic::ab);
}

}  // namespace app
