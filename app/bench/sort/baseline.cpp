// A report is matched row by row: engine, input and n, under the same settings.
#include "app/bench/sort/baseline.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/machine.h"
#include "app/base/names.h"
#include "app/bench/sort/sort_report.h"

namespace app {
namespace {

using Json = nlohmann::json;

using Settings = std::vector<std::pair<std::string, std::string>>;

/// What must be the same for times to be comparable, by the flags that choose it.
Settings settings_of(const std::string& values, const std::string& type, int begin, int end,
                     const std::string& launch, int digit_bits, uint64_t seed, int threads) {
    return {{"--values", values},
            {"--type", type},
            {"--bits", std::to_string(begin) + "-" + std::to_string(end)},
            {"--launch", launch},
            {"--digit-bits", digit_bits ? std::to_string(digit_bits) : "the default"},
            {"--seed", std::to_string(seed)},
            {"--threads", threads ? std::to_string(threads) : "the default"}};
}

Settings settings_of(const SortPlan& plan) {
    const int digit_bits = plan.engines.empty() ? 0 : plan.engines[0].config.digit_bits;
    return settings_of(name_of(plan.values), sort::name_of(plan.type), plan.bits.begin, plan.bits.end,
                       plan.launch_text(), digit_bits, plan.seed, plan.threads);
}

}  // namespace

Baseline::Baseline(const std::string& path) : path_(path) {
    std::ifstream file(path);
    if (!file) throw BadFile(path + ": cannot be read; a report of `bench sort --json` is expected");
    try {
        const Json report = Json::parse(file);
        if (report.at("kind") != "bench sort" || report.at("schema") != kBenchSchema) {
            throw BadFile(path + ": not a report of `bench sort --json`, schema " +
                          std::to_string(kBenchSchema));
        }
        cpu_ = report.at("machine").value("cpu", "");
        gpu_ = report.at("machine").value("gpu", "");
        settings_ = settings_of(report.at("values"), report.at("type"), report.at("bits").at(0).get<int>(),
                                report.at("bits").at(1).get<int>(), report.at("launch"),
                                report.at("digit_bits").get<int>(), report.at("seed").get<uint64_t>(),
                                report.at("threads").get<int>());
        for (const Json& row : report.at("cases")) {
            const double median_ms = row.at("median_ms");
            if (!std::isfinite(median_ms) || median_ms <= 0) continue;  // it was not measured
            rows_.push_back({row.at("engine"), row.at("backend"), row.at("input"),
                             row.value("launch", report.at("launch").get<std::string>()),
                             row.at("n").get<uint64_t>(), median_ms});
        }
    } catch (const Json::parse_error& error) {
        throw BadFile(path + ": byte " + std::to_string(error.byte) +
                      ": not JSON; a report of `bench sort --json` is expected");
    } catch (const Json::exception& error) {
        // The library's words follow its own name and number in brackets.
        const std::string words = error.what();
        throw BadFile(path + ": not a report of `bench sort --json`: " + words.substr(words.find("] ") + 2));
    }
}

void Baseline::compare(const SortPlan& plan, std::vector<SortRow>& rows) const {
    if (settings_ != settings_of(plan)) return;
    for (SortRow& row : rows) {
        for (const Before& before : rows_) {
            if (before.engine == row.engine && before.backend == sort::name_of(row.backend) &&
                before.input == row.input && before.launch == name_of(row.launch) &&
                before.count == row.count) {
                row.before_ms = before.median_ms;
            }
        }
    }
}

std::string Baseline::nothing_to_compare(const SortPlan& plan) const {
    const std::string nothing = path_ + " has nothing to compare with: ";
    const Settings settings = settings_of(plan);
    std::vector<std::string> other;
    for (size_t i = 0; i < settings.size() && i < settings_.size(); ++i) {
        if (settings[i] == settings_[i]) continue;
        other.push_back(settings[i].first + " was " + settings_[i].second + ", is " + settings[i].second);
    }
    if (!other.empty()) return nothing + join(other, "; ");

    bool same_engine = false, same_input = false, same_count = false;
    for (const Before& before : rows_) {
        const auto is_its_engine = [&](const BenchEngine& one) {
            return one.name == before.engine && sort::name_of(one.engine->backend) == before.backend;
        };
        const bool engine = std::any_of(plan.engines.begin(), plan.engines.end(), is_its_engine);
        const auto any_case = [&](auto same) {
            return std::any_of(plan.cases.begin(), plan.cases.end(), same);
        };
        const bool input = any_case([&](const SortCase& one) { return one.input.name == before.input; });
        const bool count = any_case([&](const SortCase& one) { return one.count == before.count; });
        if (engine && input && count) return "";
        same_engine = same_engine || engine;
        same_input = same_input || input;
        same_count = same_count || count;
    }
    if (!same_engine) other.push_back("engine");
    if (!same_input) other.push_back("input");
    if (!same_count) other.push_back("n");
    if (!other.empty()) return nothing + "no case with the same " + join(other, " or ");
    return nothing + "no case with the same engine, input and n at once";
}

std::string Baseline::other_machine(const SortPlan& plan) const {
    std::string cpu = machine_facts().cpu, gpu;
    if (plan.uses(sort::Backend::cuda)) {
        for (const DeviceFacts& one : cuda_facts().devices) {
            if (one.ordinal == plan.device) gpu = one.name;
        }
    }
    if (cpu == cpu_ && gpu == gpu_) return "";
    return path_ + " was made on another machine: " + cpu_ + (gpu_.empty() ? "" : ", " + gpu_);
}

}  // namespace app
