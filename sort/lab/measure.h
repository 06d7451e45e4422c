// Measures sorts as `bench` reports them: the input is put back before every run, outside the timer;
// engines that are compared take turns in one process; every sample is kept.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sort/registry.h"

namespace sort {

/// Start of a sort: one call on a stream from idle, or a CUDA graph that holds one call. CPU engines have
/// stream only, which is then a plain call.
enum class Launch { stream, graph };

struct MeasureOptions {
    Options sort{};  // bits and order check; observer and report are not used
    Launch launch = Launch::stream;
    double min_time_s = 0.2;  // of measured time, for each engine
    int min_samples = 5, max_samples = 1000;
    double max_noise = 0;  // measures up to max_samples, until noise() is at most this; 0: no such goal
    std::function<void(Stream)> before_sample =
        {};                            // does or queues what follows the restored input, untimed
    std::function<bool()> stop = {};   // called between samples; true: ends now
    std::function<bool()> hurry = {};  // called after the samples; true: no bytes
};

struct Measured {
    std::vector<double> samples_ms;      // in the order taken, no warm-up runs; none: stopped before its turn
    Report report{};                     // of the last run
    uint64_t bytes = 0;                  // moved, by the engine's own model: all stages that did something
    std::vector<uint32_t> keys, values;  // the result of the last run, for the caller's check
};

/// An engine and the sorter that it created, with the capacity.
struct Contender {
    const Engine* engine;
    Sorter* sorter;
};

/// Runs the contenders in turn (a b c a b c ...) on the same host arrays, until each has enough samples;
/// values may be empty (keys alone). All contenders belong to one backend. Times are device time between
/// events on cuda, the steady clock on cpu. Throws Unavailable, OverLimit.
std::vector<Measured> measure_sorts(const std::vector<Contender>& contenders,
                                    const std::vector<uint32_t>& keys, const std::vector<uint32_t>& values,
                                    const MeasureOptions& options);

/// Times variants of any other work in turn: work(i) does or queues variant i of `count` on the stream (null
/// on cpu), after before(i), which is not timed. Returns one list of samples in ms per variant.
using Work = std::function<void(int variant, Stream stream)>;
std::vector<std::vector<double>> measure_work(Backend backend, int count, const Work& before,
                                              const Work& work, const MeasureOptions& options);

/// Returns the bytes per second of copying `bytes` from one array to another, read and written both counted:
/// the median of several copies on this backend's memory.
double copy_rate(Backend backend, size_t bytes);

double median(std::vector<double> samples);
/// Returns half the width of the middle half of the samples over the median: 0.01 is 1 %.
double noise(std::vector<double> samples);

/// Functions of one backend that measure. Registered by the file that has them (measure_cuda.cu is absent
/// without CUDA).
struct MeasureFunctions {
    std::vector<Measured> (*sorts)(const std::vector<Contender>&, const std::vector<uint32_t>&,
                                   const std::vector<uint32_t>&, const MeasureOptions&);
    std::vector<std::vector<double>> (*work)(int, const Work&, const Work&, const MeasureOptions&);
    double (*copy_rate)(size_t bytes);
};
bool add_measure_functions(Backend backend, const MeasureFunctions& functions);

/// Asks for samples in turns: take(i) gives one of variant i in ms, or nothing: then i is not asked again. A
/// first, untimed turn warms up.
using TakeSample = std::function<std::optional<double>(int variant)>;
std::vector<std::vector<double>> take_samples(int count, const TakeSample& take,
                                              const MeasureOptions& options);

}  // namespace sort
