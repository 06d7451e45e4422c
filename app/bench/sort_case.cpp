// Engines of one backend take turns in one call of measure_sorts; sorts that are more than one run of (key,
// index) or that move records go through sort_chain.
#include "app/bench/sort_case.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "app/bench/sort_chain.h"
#include "app/bench/table.h"
#include "app/bench/typed_keys.h"
#include "app/errors.h"
#include "app/interrupt.h"
#include "app/sort_check.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Case {
    const SortPlan& plan;
    const TypedKeys& keys;
    const SortReference& reference;
    sort::MeasureOptions options;
};

void fill_row(const sort::Measured& measured, SortRow& row) {
    row.samples_ms = measured.samples_ms;
    row.passes_run = measured.report.passes_run;
    row.passes_skipped = measured.report.passes_skipped;
    row.bytes = measured.bytes;
}

void check_result(const Case& one, const sort::Engine& engine, const sort::Measured& measured) {
    if (measured.values.empty()) {
        return one.reference.check_keys(engine, one.keys.low, measured.keys);
    }
    one.reference.check_order(engine, measured.values);
    // The keys went where their indices went.
    std::vector<uint32_t> followed(measured.keys.size());
    for (size_t place = 0; place < followed.size(); ++place)
        followed[place] = one.keys.low[measured.values[place]];
    if (followed != measured.keys) {
        throw CheckFailed(std::string("check failed: ") + engine.name + ": keys and indices went apart");
    }
}

/// The engines of one backend, those of the plan at `places`.
void measure_backend(const Case& one, const std::vector<size_t>& places, std::vector<SortRow>& rows) {
    std::vector<std::unique_ptr<sort::Sorter>> sorters;
    std::vector<sort::Contender> contenders;
    for (const size_t place : places) {
        const BenchEngine& engine = one.plan.engines[place];
        sorters.push_back(sort::make_sorter(*engine.engine, std::max(one.keys.count, 1u), engine.config));
        contenders.push_back({engine.engine, sorters.back().get()});
    }

    if (one.keys.wide() || one.plan.record_bytes() > 0) {
        const std::vector<ChainResult> results =
            measure_chain(contenders, one.keys, one.plan.record_bytes(), one.options);
        throw_if_interrupted();
        for (size_t i = 0; i < places.size(); ++i) {
            if (results[i].measured.samples_ms.empty()) continue;
            fill_row(results[i].measured, rows[places[i]]);
            one.reference.check_order(*contenders[i].engine, results[i].measured.values);
            if (!results[i].wrong_record) continue;
            throw CheckFailed(std::string("check failed: ") + contenders[i].engine->name + ": record " +
                              std::to_string(*results[i].wrong_record) + " is not that of its index");
        }
        return;
    }
    std::vector<uint32_t> values(one.plan.values == BenchValues::none ? 0 : one.keys.count);
    std::iota(values.begin(), values.end(), 0u);
    const std::vector<sort::Measured> all =
        sort::measure_sorts(contenders, one.keys.low, values, one.options);
    throw_if_interrupted();
    for (size_t i = 0; i < places.size(); ++i) {
        if (all[i].samples_ms.empty()) continue;
        fill_row(all[i], rows[places[i]]);
        check_result(one, *contenders[i].engine, all[i]);
    }
}

void add_warnings(const SortPlan& plan, bool timed_out, SortRow& row) {
    if (row.samples_ms.empty()) {
        row.warnings.push_back("not measured: --timeout " + fixed_text(plan.timeout_s, 1) + " s was over");
        return;
    }
    const bool few = static_cast<int>(row.samples_ms.size()) < plan.measure.min_samples;
    if (timed_out && few) {
        row.warnings.push_back("only " + std::to_string(row.samples_ms.size()) +
                               " samples when --timeout was over");
    }
    if (plan.measure.max_noise > 0 && row.noise() > plan.measure.max_noise) {
        row.warnings.push_back("noise is above --max-noise");
    }
}

}  // namespace

double SortRow::median_ms() const { return sort::median(samples_ms); }
double SortRow::noise() const { return sort::noise(samples_ms); }
double SortRow::min_ms() const {
    return samples_ms.empty() ? 0 : *std::min_element(samples_ms.begin(), samples_ms.end());
}
double SortRow::keys_per_s() const { return median_ms() > 0 ? count / (median_ms() * 1e-3) : 0; }
double SortRow::bytes_per_s() const {
    return median_ms() > 0 ? static_cast<double>(bytes) / (median_ms() * 1e-3) : 0;
}

double CopyRates::of(sort::Backend backend, size_t bytes) {
    if (bytes == 0) return 0;
    const auto [at, is_new] = rates_.try_emplace({backend, bytes}, 0.0);
    if (is_new) at->second = sort::copy_rate(backend, bytes);
    return at->second;
}

std::vector<SortRow> measure_sort_case(const SortPlan& plan, uint32_t count, const std::string& input,
                                       CopyRates& rates, const std::function<void()>& tick) {
    const TypedKeys keys = typed_keys(plan.type, sort::make_keys(sort::parse_input(input), count, plan.seed));
    throw_if_interrupted();
    const SortReference reference(plan.type, keys.bytes.data(), count, plan.bits);
    const size_t item_bytes = (plan.values == BenchValues::none ? 4 : 8) + plan.record_bytes();

    std::vector<SortRow> rows(plan.engines.size());
    std::map<sort::Backend, std::vector<size_t>> places;
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].engine = plan.engines[i].name;
        rows[i].input = input;
        rows[i].count = count;
        rows[i].backend = plan.engines[i].engine->backend;
        rows[i].copy_rate = rates.of(rows[i].backend, item_bytes * count);
        rows[i].check = plan.engines[i].engine->stable ? "ok" : "ok, unstable";
        places[rows[i].backend].push_back(i);
    }

    Case one{plan, keys, reference, plan.measure};
    one.options.sort.begin_bit = plan.bits.begin;
    one.options.sort.end_bit = plan.bits.end;
    for (const auto& [backend, engines] : places) {
        // A clock for each: the engines of the first backend leave the others their time.
        const auto start = Clock::now();
        const auto timed_out = [&] { return seconds_since(start) > plan.timeout_s; };
        one.options.stop = [&] {
            tick();
            return interrupted() || timed_out();
        };
        measure_backend(one, engines, rows);
        const bool over = timed_out();
        for (const size_t place : engines) add_warnings(plan, over, rows[place]);
    }
    return rows;
}

}  // namespace app
