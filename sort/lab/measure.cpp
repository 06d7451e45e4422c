// The turns and the statistics of a measurement, and how the CPU's clock takes one sample.
#include "sort/lab/measure.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "sort/base/errors.h"

namespace sort {
namespace {

MeasureFunctions& measure_functions(Backend backend) {
    static MeasureFunctions functions[2] = {};
    return functions[backend == Backend::cuda ? 1 : 0];
}

const MeasureFunctions& needed_measure_functions(Backend backend) {
    const MeasureFunctions& functions = measure_functions(backend);
    if (!functions.sorts) throw Unavailable(std::string("this build has no ") + name_of(backend));
    return functions;
}

std::vector<std::vector<double>> work_on_cpu(int count, const Work& before, const Work& work,
                                             const MeasureOptions& options) {
    return take_samples(
        count,
        [&](int variant) {
            before(variant, nullptr);
            if (options.before_sample) options.before_sample(nullptr);
            const auto start = std::chrono::steady_clock::now();
            work(variant, nullptr);
            return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count();
        },
        options);
}

/// Adds up what the stages say; one whose gate is closed moved nothing.
class ByteCounter : public StageObserver {
public:
    void before(const Stage&, Stream) override {}
    void after(const Stage& stage, Stream) override { bytes += words_of(stage).moved_bytes(stage); }
    uint64_t bytes = 0;
};

/// Returns the bytes of one more run, observed and not timed.
uint64_t bytes_on_cpu(Sorter& sorter, std::vector<uint32_t> keys, std::vector<uint32_t> values,
                      Options options) {
    ByteCounter counter;
    Report report;
    options.observer = &counter;
    options.report = &report;
    sorter.sort({keys.data(), values.empty() ? nullptr : values.data(), static_cast<uint32_t>(keys.size())},
                nullptr, options);
    return counter.bytes;
}

std::vector<Measured> sorts_on_cpu(const std::vector<Contender>& contenders,
                                   const std::vector<uint32_t>& keys, const std::vector<uint32_t>& values,
                                   const MeasureOptions& options) {
    std::vector<Measured> all(contenders.size());
    for (Measured& one : all) one.keys = keys, one.values = values;  // each sorts in its own arrays
    const auto samples = work_on_cpu(
        static_cast<int>(contenders.size()),
        [&](int i, Stream) {
            std::copy(keys.begin(), keys.end(), all[i].keys.begin());
            std::copy(values.begin(), values.end(), all[i].values.begin());
        },
        [&](int i, Stream stream) {
            Options own = options.sort;
            own.observer = nullptr;
            own.report = &all[i].report;
            uint32_t* own_values = values.empty() ? nullptr : all[i].values.data();
            contenders[i].sorter->sort({all[i].keys.data(), own_values, static_cast<uint32_t>(keys.size())},
                                       stream, own);
        },
        options);
    for (size_t i = 0; i < all.size(); ++i) {
        if (samples[i].empty()) continue;  // stopped before its turn
        all[i].samples_ms = samples[i];
        if (options.hurry && options.hurry()) continue;
        all[i].bytes = bytes_on_cpu(*contenders[i].sorter, keys, values, options.sort);
    }
    return all;
}

double copy_rate_on_cpu(size_t bytes) {
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes);
    MeasureOptions options;
    options.min_time_s = 0.05;
    const auto samples = work_on_cpu(
        1, [](int, Stream) {}, [&](int, Stream) { std::memcpy(to.data(), from.data(), bytes); }, options);
    return 2 * static_cast<double>(bytes) / (median(samples[0]) * 1e-3);
}

const bool registered = add_measure_functions(Backend::cpu, {sorts_on_cpu, work_on_cpu, copy_rate_on_cpu});

}  // namespace

bool add_measure_functions(Backend backend, const MeasureFunctions& functions) {
    measure_functions(backend) = functions;
    return true;
}

std::vector<std::vector<double>> take_samples(int count, const TakeSample& take,
                                              const MeasureOptions& options) {
    std::vector<std::vector<double>> samples(count);
    std::vector<double> taken_ms(count, 0);
    std::vector<bool> gave_up(count, false);
    const auto stopped = [&] { return options.stop && options.stop(); };
    for (int i = 0; i < count && !stopped(); ++i) gave_up[i] = !take(i);
    for (bool more = true; more && !stopped();) {
        more = false;
        for (int i = 0; i < count && !stopped(); ++i) {
            const int have = static_cast<int>(samples[i].size());
            const bool enough = have >= options.min_samples && taken_ms[i] >= options.min_time_s * 1e3 &&
                                (options.max_noise <= 0 || noise(samples[i]) <= options.max_noise);
            if (gave_up[i] || enough || have >= options.max_samples) continue;
            const std::optional<double> ms = take(i);
            gave_up[i] = !ms;
            if (!ms) continue;
            samples[i].push_back(*ms);
            taken_ms[i] += *ms;
            more = true;
        }
    }
    return samples;
}

std::vector<Measured> measure_sorts(const std::vector<Contender>& contenders,
                                    const std::vector<uint32_t>& keys, const std::vector<uint32_t>& values,
                                    const MeasureOptions& options) {
    if (contenders.empty()) return {};
    return needed_measure_functions(contenders[0].engine->backend).sorts(contenders, keys, values, options);
}

std::vector<std::vector<double>> measure_work(Backend backend, int count, const Work& before,
                                              const Work& work, const MeasureOptions& options) {
    return needed_measure_functions(backend).work(count, before, work, options);
}

double copy_rate(Backend backend, size_t bytes) { return needed_measure_functions(backend).copy_rate(bytes); }

double median(std::vector<double> samples) {
    if (samples.empty()) return 0;
    const size_t middle = samples.size() / 2;
    std::sort(samples.begin(), samples.end());
    return samples.size() % 2 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
}

double noise(std::vector<double> samples) {
    const double middle = median(samples);
    if (samples.size() < 4 || middle <= 0) return 0;
    std::sort(samples.begin(), samples.end());
    return (samples[samples.size() * 3 / 4] - samples[samples.size() / 4]) / 2 / middle;
}

}  // namespace sort
