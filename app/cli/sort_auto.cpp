#include "app/cli/sort_auto.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/machine.h"
#include "app/cli/calibration.h"
#include "app/cli/settings.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/measure/report_facts.h"
#include "sort/lab/inputs.h"
#include "sort/lab/measure.h"

namespace app {
namespace {

using sort::Backend;

/// Engines to choose among; of cuda those that are made for speed, beside the library's sort.
std::vector<const sort::Engine*> candidates(Backend backend, int device) {
    std::vector<const sort::Engine*> engines;
    for (const sort::Engine* engine : sort::engines_on(backend, device)) {
        const std::string name = engine->name;
        const bool fast = backend == Backend::cpu || name == "adaptive" || name == "bucketsort" ||
                          name == "onesweep" || name == "cub-radix";
        if (fast && engine->stable && engine->capturable && sort::refusal_of(*engine, device).empty())
            engines.push_back(engine);
    }
    return engines;
}

std::vector<uint32_t> sizes_on(Backend backend) {
    if (backend == Backend::cpu) return {1u << 10, 1u << 14, 1u << 18};
    return {1u << 10, 1u << 14, 1u << 18, 1u << 22};
}

/// Returns made keys of each order that is told apart.
std::string input_of(size_t order, uint32_t keys) {
    const std::string exchanged = "swaps:" + std::to_string(std::max(keys / 200, 1u));
    const std::string kinds[kOrders] = {"sorted", exchanged, "displaced:8", "uniform"};
    return kinds[order];
}

/// Returns whether the table is of these engines, in their order.
bool is_of(const SortTimes& times, const std::vector<const sort::Engine*>& engines) {
    return std::equal(
        times.rows.begin(), times.rows.end(), engines.begin(), engines.end(),
        [](const SortTimes::Row& row, const sort::Engine* engine) { return row.engine == engine->name; });
}

std::string place_of(Backend backend, int device, int threads) {
    if (backend == Backend::cuda) return device_name(device);
    const unsigned used = threads > 0 ? unsigned(threads) : machine_facts().cores;
    return "cpu, " + std::to_string(used) + (used == 1 ? " thread" : " threads");
}

}  // namespace

SortTimes measure_sort_times(const std::vector<const sort::Engine*>& engines, std::vector<uint32_t> sizes,
                             int threads) {
    SortTimes times{std::move(sizes), {}};
    for (const sort::Engine* engine : engines) times.rows.push_back({engine->name, {}});
    sort::MeasureOptions options;
    options.min_time_s = 0.005;
    options.min_samples = 5;
    options.max_samples = 20;
    if (!engines.empty() && engines.front()->backend == Backend::cuda) options.launch = sort::Launch::graph;
    for (size_t order = 0; order < kOrders; ++order) {
        for (const uint32_t size : times.sizes) {
            std::vector<std::unique_ptr<sort::Sorter>> sorters;
            std::vector<sort::Contender> contenders;
            for (const sort::Engine* engine : engines) {
                sort::EngineConfig config;
                config.threads = threads;
                sorters.push_back(sort::make_sorter(*engine, size, config));
                contenders.push_back({engine, sorters.back().get()});
            }
            const auto keys = sort::make_keys(sort::parse_input(input_of(order, size)), size, 1);
            const auto measured = sort::measure_sorts(contenders, keys, keys, options);
            for (size_t k = 0; k < measured.size(); ++k) {
                const std::vector<double>& ms = measured[k].samples_ms;
                times.rows[k].ms.push_back(std::max(*std::min_element(ms.begin(), ms.end()), 1e-6));
            }
        }
    }
    return times;
}

/// Returns the times that the settings have of these engines; else measures them, says so, and saves them.
static SortTimes kept_or_measured(const std::vector<const sort::Engine*>& engines, Backend backend,
                                  const std::string& place, int threads, bool quiet) {
    const std::string key = "auto/" + place, version = build_text() + ": ";
    std::string problem;
    const Settings before = load_settings(settings_path(), &problem);
    if (const auto known = before.calibration.find(key);
        known != before.calibration.end() && known->second.starts_with(version)) {
        const auto times = sort_times_of(known->second.substr(version.size()));
        if (times && times->sizes == sizes_on(backend) && is_of(*times, engines)) return *times;
    }
    const SortTimes times = measure_sort_times(engines, sizes_on(backend), threads);
    Settings settings = before;
    settings.calibration[key] = version + text_of(times);
    const bool saved = problem.empty() && save_settings(settings_path(), settings, before, &problem);
    if (!quiet)
        std::fprintf(stderr, "sweeplab: --sort auto: engines measured on %s, %s%s\n", place.c_str(),
                     saved ? "kept in " : "not kept", saved ? settings_path().c_str() : "");
    return times;
}

SortTimes sort_times_here(Backend backend, int device, int threads, bool quiet) {
    if (backend == Backend::cuda) use_cuda_device(device);
    const std::string place = place_of(backend, device, threads);
    static std::map<std::string, SortTimes> all;  // for programs without settings
    if (const auto known = all.find(place); known != all.end()) return known->second;
    const auto engines = candidates(backend, device);
    if (engines.empty()) throw sort::Unavailable("--sort auto: no engine of this backend is stable here");
    return all[place] = kept_or_measured(engines, backend, place, threads, quiet);
}

KeyFacts key_facts_of(const sim::StepReport& step) {
    const SortWork work = sort_work(step);
    if (work.sorts == 0 || work.keys == 0) return {};
    return {work.keys / work.sorts, double(step.counters.descents) / double(work.keys)};
}

}  // namespace app
