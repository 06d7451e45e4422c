// A world runs on from run to run: nothing is put back, as in a frame loop. The state is hashed after the
// first run, so that it belongs to the same step however many runs follow.
#include "app/bench/steps/step_case.h"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <new>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbers.h"
#include "app/bench/common/deadline.h"
#include "app/bench/common/table.h"
#include "app/cli/resolve.h"
#include "app/measure/report_facts.h"
#include "sim/snapshot.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

std::string name_of_row(const StepRow& row) {
    return std::string(sort::name_of(row.backend)) + " " + row.broad_phase;
}

class StepRun {
public:
    StepRun(const StepPlan& plan, const StepCase& which, const sim::WorldConfig& config,
            const std::function<void()>& tick)
        : plan_(plan), which_(which), tick_(tick), world_(create_world(with_deadline(config))) {
        const sim::WorldConfig& made = world_->config();
        row_.scene = which.scene;
        row_.broad_phase = made.broad_phase;
        row_.reason = made.broad_phase_reason;
        row_.engine = made.engine;
        row_.backend = made.backend;
        row_.count = made.bodies;
        row_.time_step_s = made.scene.physics.time_step_s;
        start_ = Clock::now();
        deadline_.set(plan.timeout_s);
    }

    /// False when the time was over, or the user wanted to stop, before the first run was.
    bool measure() {
        Profiler all(0, false);
        if (!steps(which_.warmup, {}) || !reach() || !run(all)) return false;
        if (interrupted()) return summed(all);
        hash();
        while (!enough()) {
            if (run(all)) continue;
            if (interrupted()) return summed(all);
            if (int(row_.steps_per_s.size()) < plan_.min_runs) {
                row_.warnings.push_back("only " + std::to_string(row_.steps_per_s.size()) +
                                        " runs before --timeout");
            }
            break;
        }
        if (plan_.max_noise > 0 && row_.noise() > plan_.max_noise)
            row_.warnings.push_back("noise is above --max-noise");
        if (!all.any_contact()) {
            row_.warnings.push_back(
                "no contact in the measured steps: bodies move freely; --until contact or a longer --warmup "
                "measures later steps");
        }
        return summed(all);
    }

    const StepRow& row() const { return row_; }
    std::string too_slow() const {
        if (!reached_) {
            return std::to_string(done_) + " steps in " + fixed_text(seconds(), 1) +
                   " s, before --timeout: " + std::to_string(world_->counters().contacts) + " contacts, " +
                   std::to_string(world_->counters().asleep) + " asleep";
        }
        return std::to_string(done_) + " of " + std::to_string(which_.warmup + which_.frames) + " steps in " +
               fixed_text(seconds(), 1) + " s, before --timeout";
    }

private:
    bool summed(const Profiler& all) {
        if (row_.state_step == 0) row_.counters = world_->counters();
        row_.step = all.step();
        row_.stages = all.stages();
        row_.stages.pop_back();  // the profiler
        row_.sorting = all.sorting();
        row_.bytes = world_->bytes();
        row_.shape_bytes = sim::bytes_named(world_->memory(), sim::kShapesName);
        return true;
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    sim::WorldConfig with_deadline(sim::WorldConfig config) const {
        config.stop = [this] { deadline_.check(); };
        return config;
    }

    /// False when the time is over: on cuda what is queued by then is done, on cpu the last step is cut off.
    bool steps(uint64_t count, std::initializer_list<Profiler*> to) {
        std::vector<sim::StepReport> ready;
        const auto take = [&] {
            ready.clear();
            world_->poll(ready);
            for (const sim::StepReport& report : ready) {
                for (Profiler* profiler : to) profiler->add(report);
            }
        };
        for (uint64_t k = 0; k < count; ++k) {
            try {
                world_->step(1);
            } catch (const TimedOut&) {
                return false;  // and no step follows
            } catch (const Interrupted&) {
                return false;
            }
            ++done_;
            take();
            tick_();
            if (interrupted()) return false;
            if (k + 1 < count && seconds() > plan_.timeout_s) return false;
        }
        world_->finish();
        take();
        return true;
    }

    /// Steps until the state of --until is reached; false: interrupted, or out of time. Checks at once and
    /// then every 100 steps, on every backend, so that all worlds of a case are measured in the same steps.
    bool reach() {
        constexpr uint64_t kBetween = 100;
        const auto there = [&] {
            const sim::Counters& now = world_->counters();
            if (plan_.until.empty()) return true;
            return plan_.until == "rest" ? now.asleep == row_.count : 2 * now.contacts >= row_.count;
        };
        for (reached_ = there(); !reached_; reached_ = there()) {
            if (!steps(kBetween, {})) return false;
        }
        row_.warmup = done_;
        return true;
    }

    /// One more sample.
    bool run(Profiler& all) {
        Profiler one(0, false);
        if (!steps(which_.frames, {&one, &all})) {
            // The only run there is counts as far as it came.
            if (!interrupted() || !row_.steps_per_s.empty() || one.steps_per_second() <= 0) return false;
            row_.warnings.push_back("interrupted in its first run");
        }
        row_.steps_per_s.push_back(one.steps_per_second());
        measured_s_ += double(which_.frames) / std::max(row_.steps_per_s.back(), 1e-9);
        return true;
    }

    bool enough() const {
        const int runs = int(row_.steps_per_s.size());
        if (runs >= plan_.max_runs) return true;
        if (runs < plan_.min_runs || measured_s_ < plan_.min_time_s) return false;
        return plan_.max_noise <= 0 || row_.noise() <= plan_.max_noise;
    }

    void hash() {
        const sim::Snapshot snapshot = world_->snapshot();
        row_.counters = world_->counters();
        row_.state = sim::state_hash(snapshot);
        row_.state_step = snapshot.completed_steps;
        if (row_.state_step == done_) return;
        throw CheckFailed("check failed: " + name_of_row(row_) + " on " + row_.scene + ", " +
                          count_text(row_.count) + ": " + std::to_string(row_.state_step) + " of " +
                          std::to_string(done_) + " steps were completed");
    }

    const StepPlan& plan_;
    const StepCase& which_;
    const std::function<void()>& tick_;
    Deadline deadline_;
    std::unique_ptr<sim::World> world_;
    StepRow row_;
    Clock::time_point start_;
    uint64_t done_ = 0;
    double measured_s_ = 0;
    bool reached_ = true;
};

}  // namespace

double StepRow::median() const { return sort::median(steps_per_s); }
double StepRow::noise() const { return sort::noise(steps_per_s); }
double StepRow::best() const {
    return steps_per_s.empty() ? 0 : *std::max_element(steps_per_s.begin(), steps_per_s.end());
}

std::vector<double> StepRow::samples_ms() const {
    std::vector<double> ms;
    for (const double rate : steps_per_s) ms.push_back(rate > 0 ? 1000 / rate : 0);
    return ms;
}

std::vector<StepRow> measure_step_case(const StepPlan& plan, const StepCase& which,
                                       std::vector<StepLeftOut>& left_out,
                                       const std::function<void()>& tick) {
    std::vector<StepRow> rows;
    for (const sim::WorldConfig& config : which.worlds) {
        const auto leave_out = [&](const std::string& reason, bool too_large) {
            left_out.push_back(
                {which.scene, config.broad_phase, config.backend, which.count, reason, too_large});
        };
        try {
            StepRun run(plan, which, config, tick);
            const bool whole = run.measure();
            if (whole || (interrupted() && !run.row().steps_per_s.empty())) {
                rows.push_back(run.row());
            } else if (!interrupted()) {
                leave_out(run.too_slow(), false);
            }
        } catch (const sort::OverLimit& error) {
            leave_out(error.what(), true);
        } catch (const std::bad_alloc&) {
            leave_out("out of memory", true);
        } catch (const Interrupted&) {  // while the world was made
        }
        if (interrupted()) break;
    }
    return rows;
}

std::string compare_states(std::span<StepRow> rows) {
    const auto other = std::find_if(rows.begin(), rows.end(), [&](const StepRow& row) {
        return row.state != rows[0].state || row.state_step != rows[0].state_step;
    });
    const char* check = other != rows.end() ? "differs" : rows.size() > 1 ? "ok" : "alone";
    for (StepRow& row : rows) row.check = check;
    if (other == rows.end()) return "";
    return other->scene + ", " + count_text(other->count) + ": " + name_of_row(*other) + " has state " +
           state_text(other->state) + " after " + std::to_string(other->state_step) + " steps, " +
           name_of_row(rows[0]) + " " + state_text(rows[0].state) + " after " +
           std::to_string(rows[0].state_step);
}

}  // namespace app
