// Times come from PairSearch and the rivals themselves, so that making lists for the checks is no one's time.
#include "app/bench/pairs/pairs_case.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbers.h"
#include "app/bench/common/deadline.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/table.h"
#include "app/bench/common/timeout.h"
#include "app/bench/pairs/estimated_tests.h"
#include "app/bench/pairs/pairs_check.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/world.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
using Timing = sim::PairSearch::Timing;

constexpr uint32_t kMostForBrute = 20000;  // boxes; compared one by one on the CPU in a fraction of a second
constexpr uint32_t kSampled = 256;         // boxes compared with all others where no sweep is in reach
constexpr int kStageRuns = 5;              // on cuda, where they are runs of their own
// Tests on cpu and on cuda: more of them, and brute force or a sweep is left out unless it is named ...
constexpr double kSlowBrute[] = {1e8, 1e10}, kSlowTests[] = {5e9, 5e11};
constexpr double kMostTests[] = {5e10, 5e12};  // ... or a sweep is not used as the reference

double limit(const double (&limits)[2], sort::Backend backend) {
    return limits[backend == sort::Backend::cuda ? 1 : 0];
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A broad phase or a rival while it is measured.
struct Turn {
    PairsRow row;
    std::string ran{};                          // the broad phase's own name, also where `auto` chose it
    std::unique_ptr<sim::PairSearch> search{};  // null: a rival
    const RivalLibrary* rival = nullptr;
    PairList rival_pairs{};
    std::vector<std::vector<sim::PairsFound::Stage>> stage_samples{};
    std::unique_ptr<Deadline> deadline = std::make_unique<Deadline>();  // of the search
    double spent_s = 0, last_s = 0;    // all searches so far, and the last of them
    std::optional<double> first_ms{};  // of the warm-up, whose list is there
    bool out_of_time = false;

    PairList pairs() { return search ? search->pairs() : in_order(rival_pairs); }
};

class CaseRun {
public:
    CaseRun(const PairsPlan& plan, const PairsCase& which, std::vector<LeftOut>& left_out)
        : plan_(plan), which_(which) {
        if (which.input->made) made_ = make_boxes(*which.input->made, which.count, plan.seed);
        boxes_ = which.input->made ? std::span<const sim::Box>(made_) : which.input->boxes;
        sweep_tests_ = sweep_tests(boxes_);
        for (const PairsContender& one : plan.contenders) {
            if (plan.all && too_slow(one)) {
                left_out.push_back({one.name, which.input->name, which.count, tests_of(one)});
                continue;
            }
            turns_.push_back(turn_of(one));
        }
        for (const RivalLibrary& rival : plan.rivals) {
            Turn turn{row_of(rival.name(), sort::Backend::cpu), rival.name(), nullptr, &rival};
            turn.row.rival = true;
            turns_.push_back(std::move(turn));
        }
    }

    void measure(const std::function<void()>& tick) {
        sort::MeasureOptions options = plan_.measure;
        options.stop = [&] {
            tick();
            return interrupted();
        };
        const auto samples = sort::take_samples(
            int(turns_.size()), [&](int i) { return take(turns_[size_t(i)]); }, options);
        for (size_t i = 0; i < turns_.size(); ++i) {
            turns_[i].row.samples_ms = samples[i];
            if (interrupted()) {
                turns_[i].row.check = kNotChecked;
            } else {
                warn(turns_[i]);
            }
        }
        if (interrupted()) return;
        for (Turn& turn : turns_) {
            if (!turn.row.samples_ms.empty() && turn.search) finish_stages(turn);
        }
    }

    /// Brute force on few boxes; a sweep on more; on most of all, some boxes only. A sweep's own list is not
    /// compared with a sweep's but with another's.
    void check() {
        const auto measured = [](const Turn& turn) { return !turn.row.samples_ms.empty(); };
        if (std::none_of(turns_.begin(), turns_.end(), measured)) return;
        std::string name = "brute";
        PairList expected;
        const bool few = which_.count <= kMostForBrute;
        if (few) {
            expected = brute_force_pairs(boxes_);
        } else if (sweep_tests_ > most_tests() || !sweep_pairs(expected)) {
            name.clear();
        } else {
            name = "sweep";
        }
        throw_if_interrupted();

        const Turn* agreed = nullptr;
        for (Turn& turn : turns_) {
            if (turn.row.samples_ms.empty() || turn.ran == name || name.empty()) continue;
            compare(turn, compare_pairs(expected, turn.pairs()));
            turn.row.check = "ok: " + name;
            if (!agreed) agreed = &turn;
        }
        for (Turn& turn : turns_) {
            if (turn.row.samples_ms.empty() || !turn.row.check.empty()) continue;
            if (few || agreed) {  // brute force itself, or the sweep that another agreed with
                compare(turn, compare_pairs(expected, turn.pairs()));
                turn.row.check = "ok: " + (few ? name : agreed->ran);
            } else {
                check_sample(turn);
            }
            throw_if_interrupted();
        }
    }

    /// Interrupted while it was checked.
    void leave_unchecked() {
        for (Turn& turn : turns_) {
            if (turn.row.check.empty()) turn.row.check = kNotChecked;
        }
    }

    std::vector<PairsRow> take_rows() {
        std::vector<PairsRow> rows;
        for (Turn& turn : turns_) rows.push_back(std::move(turn.row));
        return rows;
    }

private:
    PairsRow row_of(const std::string& name, sort::Backend backend) const {
        return {which_.input->name, name, backend, which_.count};
    }

    Turn turn_of(const PairsContender& one) const {
        Turn turn{row_of(one.name, one.config.backend), one.name};
        sim::PairsConfig config = one.config;
        if (config.broad_phase == sim::kAutoBroadPhase) {
            const sim::BroadPhaseChoice choice = sim::choose_broad_phase(boxes_, config.backend);
            config.broad_phase = turn.ran = choice.name;
            turn.row.broad_phase = one.name + ": " + choice.name;
            turn.row.reason = choice.reason;
        }
        config.before_timing = plan_.cold->before(config.backend);
        config.stop = [deadline = turn.deadline.get()] { deadline->check(); };
        turn.search = sim::PairSearch::create(which_.count, config);
        turn.search->set_boxes(boxes_);
        return turn;
    }

    double tests_of(const PairsContender& one) const {
        return estimated_tests(one.name, which_.count, sweep_tests_);
    }

    /// Returns whether the boxes would take too long for a broad phase that was not requested by name.
    bool too_slow(const PairsContender& one) const {
        if (one.name == sim::default_broad_phase(one.config.backend)) return false;
        return tests_of(one) > limit(one.name == "brute" ? kSlowBrute : kSlowTests, one.config.backend);
    }

    double most_tests() const {
        return plan_.most_tests > 0 ? plan_.most_tests : limit(kMostTests, plan_.backend);
    }

    /// One sample, unless another search does not fit into the time of this turn. The first is ended when the
    /// time is over; later ones are known not to take so long, and go on, as their list is compared.
    std::optional<double> take(Turn& turn) {
        turn.out_of_time = turn.spent_s + turn.last_s > plan_.timeout_s;
        if (turn.out_of_time) return {};
        if (!turn.first_ms) turn.deadline->set(plan_.timeout_s);
        const Clock::time_point start = Clock::now();
        try {
            const double ms = find(turn);
            turn.deadline->lift();
            turn.last_s = seconds_since(start);
            turn.spent_s += turn.last_s;
            if (!turn.first_ms) turn.first_ms = ms;
            return ms;
        } catch (const TimedOut&) {
            turn.out_of_time = true;
            return {};
        } catch (const Interrupted&) {  // the samples before it count
            return {};
        }
    }

    /// A search that was so slow that none follows it is all that is known.
    void warn(Turn& turn) {
        PairsRow& row = turn.row;
        const std::string limit = timeout_text(plan_.timeout_s);
        if (row.samples_ms.empty() && !turn.first_ms) {
            row.check = "timed out";
            row.warnings.push_back("not measured: " + limit + " exceeded");
            return;
        }
        if (row.samples_ms.empty()) {
            row.samples_ms = {*turn.first_ms};
            row.warnings.push_back("only the first search, without warm-up: a second one would exceed " +
                                   limit);
        } else if (turn.out_of_time && int(row.samples_ms.size()) < plan_.measure.min_samples) {
            row.warnings.push_back("only " + std::to_string(row.samples_ms.size()) + " samples within " +
                                   limit);
        } else if (plan_.measure.max_noise > 0 && row.noise() > plan_.measure.max_noise) {
            row.warnings.push_back("noise is above --max-noise");
        }
        if (!which_.input->made) return;
        const std::string other = count_warning(*which_.input->made, which_.count, row.counters.pairs);
        if (!other.empty()) row.warnings.push_back(other);
    }

    double find(Turn& turn) {
        if (turn.rival) {
            if (const auto empty_caches = plan_.cold->before(sort::Backend::cpu)) empty_caches(nullptr);
            const double ms = turn.rival->find(boxes_, turn.rival_pairs);
            turn.row.counters.pairs = turn.rival_pairs.size() / 2;
            return ms;
        }
        sim::PairsFound found = turn.search->find();
        turn.row.counters = found.counters;
        turn.stage_samples.push_back(std::move(found.stages));
        return found.ms;
    }

    void finish_stages(Turn& turn) {
        auto& samples = turn.stage_samples;
        if (samples.size() > 1) samples.erase(samples.begin());  // the warm-up
        if (turn.row.backend == sort::Backend::cuda) {
            samples.clear();
            for (int k = 0; k < kStageRuns; ++k) {
                samples.push_back(turn.search->find(Timing::stages).stages);
            }
        }
        for (const auto& stage : samples.back()) {
            std::vector<double> ms;
            for (const auto& sample : samples) {
                for (const auto& one : sample) {
                    if (one.name == stage.name) ms.push_back(one.ms);
                }
            }
            turn.row.stages.push_back({stage.name, sort::median(ms)});
        }
        turn.row.bytes = turn.search->bytes();
    }

    /// False when that takes longer than a broad phase may.
    bool sweep_pairs(PairList& list) {
        for (Turn& turn : turns_) {
            if (turn.ran != "sweep" || turn.row.samples_ms.empty()) continue;
            list = turn.pairs();
            return true;
        }
        sim::PairsConfig config = plan_.contenders.front().config;
        config.broad_phase = "sweep";
        const Deadline deadline(plan_.timeout_s);
        config.stop = [&] { deadline.check(); };
        try {
            list = sim::find_pairs(boxes_, config);
        } catch (const TimedOut&) {
            return false;
        }
        return true;
    }

    void check_sample(Turn& turn) {
        if (!sample_) sample_ = std::make_unique<PairSample>(boxes_, kSampled, plan_.seed);
        compare(turn, sample_->compare(turn.pairs()));
        turn.row.check = "ok: " + std::to_string(sample_->size()) + " boxes";
    }

    void compare(const Turn& turn, const std::string& difference) const {
        if (difference.empty()) return;
        throw CheckFailed("check failed: " + turn.row.broad_phase + " on " + turn.row.kind + ", " +
                          count_text(which_.count) + ": " + difference);
    }

    const PairsPlan& plan_;
    const PairsCase& which_;
    std::vector<sim::Box> made_;
    std::span<const sim::Box> boxes_;
    double sweep_tests_ = 0;
    std::vector<Turn> turns_;
    std::unique_ptr<PairSample> sample_;
};

}  // namespace

double PairsRow::pairs_per_s() const {
    return median_ms() > 0 ? double(counters.pairs) / (median_ms() * 1e-3) : 0;
}

std::vector<PairsRow> measure_pairs_case(const PairsPlan& plan, const PairsCase& which,
                                         std::vector<LeftOut>& left_out, const std::function<void()>& tick) {
    std::vector<PairsRow> rows;
    try {
        CaseRun run(plan, which, left_out);
        run.measure(tick);
        try {
            if (!interrupted()) run.check();
        } catch (const Interrupted&) {
            run.leave_unchecked();
        }
        rows = run.take_rows();
    } catch (const Interrupted&) {  // while boxes were made
    }
    if (interrupted()) std::erase_if(rows, [](const PairsRow& row) { return row.samples_ms.empty(); });
    return rows;
}

}  // namespace app
