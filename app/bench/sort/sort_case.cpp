// Engines of one backend take turns in one call of measure_sorts; keys of other types than u32, and records, in one of
// measure_typed.
#include "app/bench/sort/sort_case.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/text/names.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/table.h"
#include "app/bench/common/timeout.h"
#include "app/bench/sort/typed_sorts.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFrameSamples = 5;  // of each frame, where there are many

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void add_result(const sort::Measured& measured, const sort::Engine& engine, uint32_t count, SortRow& row) {
    const std::vector<double>& samples = measured.samples_ms;
    row.frames.push_back({count, measured.bytes, sort::median(samples), sort::noise(samples)});
    row.samples_ms.insert(row.samples_ms.end(), measured.samples_ms.begin(), measured.samples_ms.end());
    const sort::Report& report = measured.report;
    row.passes_run = report.passes_run;
    row.passes_skipped = report.passes_skipped;
    if (measures_shift(report.windows + report.movers, report.passes_run)) {
        row.windows = std::max(row.windows.value_or(0), report.windows);
        row.movers = std::max(row.movers.value_or(0), report.movers);
        row.max_shift = std::max(row.max_shift.value_or(0), report.max_shift);
    }
    const std::string path = row.has_report ? sort::path_name(engine, report.path) : "";
    if (!path.empty()) ++row.paths[path];
}

/// A case while it is measured: its rows, and the sorters, which are kept over frames and launches.
class CaseRun {
public:
    CaseRun(const SortPlan& plan, const SortCase& which, CopyRates& rates) : plan_(plan), which_(which) {
        const size_t item_bytes =
            sort::size_of(plan.type) + (plan.values == BenchValues::none ? 0 : 4) + plan.record_bytes();
        rows_ = planned_rows(plan, which);
        for (SortRow& row : rows_) {
            row.copy_rate = rates.of(row.backend, item_bytes * which.count);
            const auto own = std::find_if(plan.engines.begin(), plan.engines.end(),
                                          [&](const BenchEngine& one) { return one.name == row.engine; });
            row.check = own->engine->stable ? "ok" : "ok, unstable";
            engines_.push_back(&*own);
        }
    }

    /// Measures all frames by the engines of one backend, started in one way.
    void measure(sort::Launch launch, sort::Backend backend, const std::function<void()>& tick) {
        std::vector<size_t> places;
        for (size_t i = 0; i < rows_.size(); ++i) {
            if (rows_[i].launch == launch && rows_[i].backend == backend) places.push_back(i);
        }
        if (places.empty()) return;

        const auto start = Clock::now();
        const auto timed_out = [&] { return seconds_since(start) > plan_.timeout_s; };
        sort::MeasureOptions options = plan_.measure;
        options.launch = launch;
        options.sort.begin_bit = plan_.bits.begin;
        options.sort.end_bit = plan_.bits.end;
        options.stop = [&] {
            tick();
            return interrupted() || timed_out();
        };
        options.hurry = interrupted;
        options.before_sample = plan_.cold->before(backend);
        const size_t frames = which_.input.frames();
        if (frames > 1) {
            options.min_samples = options.max_samples = kFrameSamples;
            options.min_time_s = options.max_noise = 0;
        }
        for (size_t number = 0; number < frames && (number == 0 || !options.stop()); ++number) {
            const SortFrame& frame = load(number);
            if (interrupted()) return;
            measure_frame(frame, places, options);
        }
        for (const size_t place : places) add_warnings(timed_out(), rows_[place]);
    }

    std::vector<SortRow> take_rows() {
        disorder_.misplaced /= static_cast<double>(std::max<size_t>(orders_seen_, 1));
        for (SortRow& row : rows_) row.disorder = disorder_;
        return std::move(rows_);
    }

private:
    const SortFrame& load(size_t number) {
        if (frame_ && loaded_ == number) return *frame_;
        frame_.reset();  // before the next one takes memory
        frame_ = std::make_unique<SortFrame>(plan_, which_, number);
        loaded_ = number;
        if (number < frames_seen_) return *frame_;
        frames_seen_ = number + 1;
        if (frame_->order()) note_order(*frame_->order());
        return *frame_;
    }

    void note_order(const std::vector<uint32_t>& order) {
        const Disorder one = disorder_of(order);
        disorder_.max_shift = std::max(disorder_.max_shift, one.max_shift);
        disorder_.misplaced += one.misplaced;
        ++orders_seen_;
    }

    /// Without a reference the first checked result of a stable engine is the order of the frame.
    void note_first_order(const SortFrame& frame, const sort::Engine& engine, const sort::Measured& result) {
        if (!frame.order() && orders_seen_ < frames_seen_ && engine.stable) note_order(result.values);
    }

    sort::Contender contender(const BenchEngine& one) {
        auto& sorter = sorters_[one.name];
        if (!sorter) sorter = sort::make_sorter(*one.engine, std::max(which_.count, 1u), one.config);
        return {one.engine, sorter.get()};
    }

    TypedContender* typed_contender(const BenchEngine& one) {
        auto& contender = typed_contenders_[one.name];
        if (!contender) {
            contender = std::make_unique<TypedContender>(*one.engine, one.config, plan_.type,
                                                         std::max(which_.count, 1u), plan_.segments.count);
        }
        return contender.get();
    }

    void measure_typed_frame(const SortFrame& frame, const std::vector<size_t>& places,
                             const sort::MeasureOptions& options) {
        std::vector<TypedContender*> contenders;
        for (const size_t place : places) contenders.push_back(typed_contender(*engines_[place]));
        const bool keys_alone = plan_.values == BenchValues::none;
        const std::vector<TypedResult> all =
            measure_typed(contenders, frame.keys(), keys_alone, plan_.record_bytes(), options);
        for (size_t i = 0; i < places.size(); ++i) {
            const sort::Measured& measured = all[i].measured;
            const sort::Engine& engine = contenders[i]->engine();
            SortRow& row = rows_[places[i]];
            if (measured.samples_ms.empty()) continue;
            row.timed.insert(all[i].timed);
            row.has_report = all[i].has_report;
            add_result(measured, engine, frame.keys().count, row);
            if (left_unchecked(row)) continue;
            if (keys_alone) {
                frame.check_result(engine, measured);
                continue;
            }
            frame.check_order(engine, measured.values);
            note_first_order(frame, engine, measured);
            const std::string who = std::string("check failed: ") + engine.name + ": ";
            if (all[i].apart) throw CheckFailed(who + "keys and values do not match");
            if (all[i].wrong_record) {
                throw CheckFailed(who + "record " + std::to_string(*all[i].wrong_record) +
                                  " is not that of its index");
            }
        }
    }

    void measure_frame(const SortFrame& frame, const std::vector<size_t>& places,
                       const sort::MeasureOptions& options) {
        if (plan_.typed()) return measure_typed_frame(frame, places, options);
        std::vector<sort::Contender> contenders;
        for (const size_t place : places) contenders.push_back(contender(*engines_[place]));
        std::vector<uint32_t> values(plan_.values == BenchValues::none ? 0 : frame.keys().count);
        std::iota(values.begin(), values.end(), 0u);
        const std::vector<sort::Measured> all =
            sort::measure_sorts(contenders, frame.keys().low, values, options);
        for (size_t i = 0; i < places.size(); ++i) {
            if (all[i].samples_ms.empty()) continue;
            add_result(all[i], *contenders[i].engine, frame.keys().count, rows_[places[i]]);
            if (left_unchecked(rows_[places[i]])) continue;
            frame.check_result(*contenders[i].engine, all[i]);
            note_first_order(frame, *contenders[i].engine, all[i]);
        }
    }

    /// Whoever interrupts wants the times now, not after a check.
    static bool left_unchecked(SortRow& row) {
        if (!interrupted()) return false;
        row.check = kNotChecked;
        return true;
    }

    void add_warnings(bool timed_out, SortRow& row) const {
        if (interrupted()) return;
        if (row.samples_ms.empty()) {
            row.warnings.push_back("not measured: " + timeout_text(plan_.timeout_s) + " exceeded");
            return;
        }
        const size_t frames = which_.input.frames();
        const size_t needed = frames > 1 ? frames * kFrameSamples : plan_.measure.min_samples;
        if (timed_out && row.samples_ms.size() < needed) {
            row.warnings.push_back("only " + std::to_string(row.samples_ms.size()) +
                                   " samples before --timeout");
        }
        if (frames == 1 && plan_.measure.max_noise > 0 && row.noise() > plan_.measure.max_noise) {
            row.warnings.push_back("noise is above --max-noise");
        }
    }

    const SortPlan& plan_;
    const SortCase& which_;
    std::vector<SortRow> rows_;
    std::vector<const BenchEngine*> engines_;  // of each row
    std::map<std::string, std::unique_ptr<sort::Sorter>> sorters_;
    std::map<std::string, std::unique_ptr<TypedContender>> typed_contenders_;
    std::unique_ptr<SortFrame> frame_;
    size_t loaded_ = 0, frames_seen_ = 0, orders_seen_ = 0;
    Disorder disorder_;  // misplaced: the sum over frames until take_rows
};

void add_rival_times(const SortPlan& plan, std::vector<SortRow>& rows) {
    for (const SortRow& rival : rows) {
        if (rival.engine != plan.rival) continue;
        for (SortRow& row : rows) {
            if (row.launch != rival.launch) continue;
            row.rival_ms = rival.median_ms();
            row.like_rival = row.engine != rival.engine && !differ(row, rival);
        }
    }
}

}  // namespace

double SortRow::noise() const {
    if (frames.size() < 2) return sort::noise(samples_ms);
    std::vector<double> all;
    for (const FrameTime& frame : frames) all.push_back(frame.noise);
    return sort::median(all);
}

uint64_t SortRow::bytes() const {
    uint64_t sum = 0;
    for (const FrameTime& frame : frames) sum += frame.bytes;
    return frames.empty() ? 0 : sum / frames.size();
}

/// Sums up what `amount` says of each frame, per second.
template <class Amount>
static double rate_of(const std::vector<FrameTime>& frames, Amount amount) {
    double sum = 0, ms = 0;
    for (const FrameTime& frame : frames) sum += static_cast<double>(frame.*amount), ms += frame.median_ms;
    return ms > 0 ? sum / (ms * 1e-3) : 0;
}

double SortRow::keys_per_s() const { return rate_of(frames, &FrameTime::count); }
double SortRow::bytes_per_s() const { return rate_of(frames, &FrameTime::bytes); }
double SortRow::ratio() const { return median_ms() > 0 ? rival_ms / median_ms() : 0; }

bool differ(const SortRow& a, const SortRow& b) {
    return std::abs(a.median_ms() - b.median_ms()) > a.noise() * a.median_ms() + b.noise() * b.median_ms();
}

std::string SortRow::timed_text() const { return join(std::vector<std::string>(timed.begin(), timed.end())); }

std::string SortRow::path_text() const {
    std::string text;
    for (const auto& [path, frames] : paths) {
        if (!text.empty()) text += ' ';
        text += paths.size() > 1 ? path + " " + std::to_string(frames) : path;
    }
    return text;
}

std::vector<SortRow> planned_rows(const SortPlan& plan, const SortCase& which) {
    std::vector<SortRow> rows;
    for (const sort::Launch launch : plan.launches) {
        for (const BenchEngine& one : plan.engines) {
            if (!can_launch(*one.engine, launch)) continue;
            SortRow row{one.name, which.input.name, one.engine->backend, launch, which.count};
            row.series = which.series;
            row.label = which.label;
            row.amount = which.disorder;
            rows.push_back(row);
        }
    }
    return rows;
}

double CopyRates::of(sort::Backend backend, size_t bytes) {
    if (bytes == 0) return 0;
    const auto [at, is_new] = rates_.try_emplace({backend, bytes}, 0.0);
    if (is_new) at->second = sort::copy_rate(backend, bytes);
    return at->second;
}

std::vector<SortRow> measure_sort_case(const SortPlan& plan, const SortCase& which, CopyRates& rates,
                                       const std::function<void()>& tick) {
    CaseRun run(plan, which, rates);
    try {
        for (const sort::Backend backend : {sort::Backend::cpu, sort::Backend::cuda}) {
            for (const sort::Launch launch : plan.launches) run.measure(launch, backend, tick);
        }
    } catch (const Interrupted&) {  // while keys were made
    }
    std::vector<SortRow> rows = run.take_rows();
    if (interrupted()) std::erase_if(rows, [](const SortRow& row) { return row.samples_ms.empty(); });
    add_rival_times(plan, rows);
    return rows;
}

}  // namespace app
