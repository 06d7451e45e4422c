// The layout is that of nvbench's json_printer: numbers of axes and summaries are texts, as JSON's would lose digits.
#include "app/bench/sort/nvbench_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "app/base/machine.h"
#include "app/base/text/json_text.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat[] = {1, 0, 0};
constexpr const char *kInput = "Input", *kPairs = "Pairs", *kLaunch = "Launch";

Json version_of(const int (&numbers)[3]) {
    return {{"major", numbers[0]},
            {"minor", numbers[1]},
            {"patch", numbers[2]},
            {"string", std::to_string(numbers[0]) + "." + std::to_string(numbers[1]) + "." +
                           std::to_string(numbers[2])}};
}

std::string exact(double value) { return json_text(value, -1); }

Json named(const char* name, const char* type, const Json& value) {
    return {{"name", name}, {"type", type}, {"value", value}};
}

struct Moments {
    double mean_s = 0, min_s = 0, max_s = 0;
    std::optional<double> deviation_s{};  // none: too few samples
};

Moments moments_of(const std::vector<double>& samples_ms) {
    const auto n = double(samples_ms.size());
    const auto [least, most] = std::minmax_element(samples_ms.begin(), samples_ms.end());
    const double mean = std::accumulate(samples_ms.begin(), samples_ms.end(), 0.0) / n;
    Moments moments{mean * 1e-3, *least * 1e-3, *most * 1e-3};
    if (samples_ms.size() < 2) return moments;
    double squares = 0;
    for (const double ms : samples_ms) squares += (ms - mean) * (ms - mean);
    moments.deviation_s = std::sqrt(squares / (n - 1)) * 1e-3;
    return moments;
}

Json summary(const std::string& tag, const char* name, const char* hint, const std::string& description,
             Json value) {
    return {{"tag", tag},
            {"name", name},
            {"description", description},
            {"hint", hint},
            {"data", Json::array({std::move(value)})}};
}

Json seconds(std::optional<double> value) {
    return named("value", "float64", value ? Json(exact(*value)) : Json());
}

/// The five summaries of times on "gpu" or "cpu".
void add_times(Json& summaries, const std::string& where, const std::string& clock, const Moments& of) {
    const std::string tag = "nv/cold/time/" + where + "/";
    const bool gpu = where == "gpu";
    const auto relative = of.deviation_s ? std::optional(*of.deviation_s / of.mean_s) : std::nullopt;
    summaries.push_back(summary(tag + "min", gpu ? "Min GPU Time" : "Min CPU Time", "duration",
                                "Fastest sort, " + clock, seconds(of.min_s)));
    summaries.push_back(summary(tag + "max", gpu ? "Max GPU Time" : "Max CPU Time", "duration",
                                "Slowest sort, " + clock, seconds(of.max_s)));
    summaries.push_back(summary(tag + "mean", gpu ? "GPU Time" : "CPU Time", "duration",
                                "Mean sort, " + clock, seconds(of.mean_s)));
    summaries.push_back(summary(tag + "stdev/absolute", "Noise", "duration", "Standard deviation of " + clock,
                                seconds(of.deviation_s)));
    summaries.push_back(summary(tag + "stdev/relative", "Noise", "percentage",
                                "Relative standard deviation of " + clock, seconds(relative)));
}

Json summaries_of(const SortRow& row) {
    Json summaries = Json::array();
    summaries.push_back(summary("nv/cold/sample_size", "Samples", "sample_size", "Number of sorts",
                                named("value", "int64", std::to_string(row.samples()))));
    const bool cuda = row.backend == sort::Backend::cuda;
    const std::string clock = cuda ? "measured with CUDA events" : "wall time on the CPU";
    const Moments moments = moments_of(row.samples_ms);
    if (!cuda) add_times(summaries, "cpu", clock, moments);
    add_times(summaries, "gpu", clock, moments);
    summaries.push_back(summary("nv/cold/bw/item_rate", "Elem/s", "item_rate", "Pairs sorted per second",
                                seconds(row.count / moments.mean_s)));
    return summaries;
}

/// What was asked of the measurement, of a benchmark and of each of its states.
void add_limits(Json& to, const SortPlan& plan) {
    to["min_samples"] = plan.measure.min_samples;
    to["min_time"] = plan.measure.min_time_s;
    to["max_noise"] = plan.measure.max_noise;
    to["skip_time"] = -1.0;
    to["timeout"] = plan.timeout_s;
}

Json state_of(const SortPlan& plan, const SortRow& row) {
    const std::string count = std::to_string(row.count);
    Json state = {{"name", "Device=" + std::to_string(plan.device) + " " + kInput + "=" + row.input + " " +
                               kPairs + "=" + count + " " + kLaunch + "=" + row.launch_text()}};
    add_limits(state, plan);
    state["device"] = plan.device;
    state["type_config_index"] = 0;
    state["axis_values"] = {named(kInput, "string", row.input), named(kPairs, "int64", count),
                            named(kLaunch, "string", row.launch_text())};
    state["summaries"] = row.measured() ? summaries_of(row) : Json::array();
    state["is_skipped"] = !row.measured();
    if (!row.measured()) state["skip_reason"] = row.check_text();
    return state;
}

/// An axis with the values that the rows have, each once.
template <class Value>
Json axis_of(const char* name, const char* type, std::span<const SortRow> rows, Value value_of) {
    Json values = Json::array();
    for (const SortRow& row : rows) {
        const Json value = value_of(row);
        const std::string text = value.is_string() ? value.get<std::string>() : json_text(value, -1);
        const Json entry = {{"input_string", text}, {"description", ""}, {"value", value}};
        if (std::find(values.begin(), values.end(), entry) == values.end()) values.push_back(entry);
    }
    return {{"name", name}, {"type", type}, {"flags", ""}, {"values", values}};
}

Json benchmark_of(const SortPlan& plan, const std::string& engine, size_t index,
                  std::span<const SortRow> rows) {
    Json benchmark = {{"name", engine}, {"index", index}};
    add_limits(benchmark, plan);
    benchmark["devices"] = {plan.device};
    benchmark["axes"] = {
        axis_of(kInput, "string", rows, [](const SortRow& row) { return Json(row.input); }),
        axis_of(kPairs, "int64", rows, [](const SortRow& row) { return Json(row.count); }),
        axis_of(kLaunch, "string", rows, [](const SortRow& row) { return Json(row.launch_text()); })};
    benchmark["states"] = Json::array();
    for (const SortRow& row : rows) {
        if (row.engine == engine) benchmark["states"].push_back(state_of(plan, row));
    }
    return benchmark;
}

std::string device_name(const SortPlan& plan) {
    if (plan.backend() == sort::Backend::cpu) return machine_facts().cpu;
    for (const DeviceFacts& one : cuda_facts().devices) {
        if (one.ordinal == plan.device) return one.name;
    }
    return "";
}

}  // namespace

Json nvbench_report(const SortBenchOptions& options, const SortPlan& plan, std::span<const SortRow> rows) {
    Json report = {
        {"meta",
         {{"argv", options.words}, {"version", {{"json", version_of(kFormat)}}}, {"build", build_json()}}},
        {"devices", Json::array({{{"id", plan.device}, {"name", device_name(plan)}}})}};
    report["benchmarks"] = Json::array();
    for (const BenchEngine& one : plan.engines)
        report["benchmarks"].push_back(benchmark_of(plan, one.name, report["benchmarks"].size(), rows));
    return report;
}

}  // namespace app
