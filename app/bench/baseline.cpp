// A report is matched row by row: engine, input and n, under the same values, type, bits and launch.
#include "app/bench/baseline.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/bench/report_json.h"
#include "app/errors.h"
#include "app/machine.h"

namespace app {
namespace {

using Json = nlohmann::json;

std::string key_of(const std::string& settings, const std::string& engine, const std::string& backend,
                   const std::string& input, uint64_t count) {
    return settings + ' ' + engine + ' ' + backend + ' ' + input + ' ' + std::to_string(count);
}

std::string settings_text(const std::string& values, const std::string& type, int begin, int end,
                          const std::string& launch, int digit_bits) {
    return values + ' ' + type + ' ' + std::to_string(begin) + '-' + std::to_string(end) + ' ' + launch +
           ' ' + std::to_string(digit_bits);
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
        const std::string settings = settings_text(
            report.at("values"), report.at("type"), report.at("bits").at(0).get<int>(),
            report.at("bits").at(1).get<int>(), report.at("launch"), report.at("digit_bits").get<int>());
        for (const Json& row : report.at("cases")) {
            const double median_ms = row.at("median_ms");
            if (!std::isfinite(median_ms) || median_ms <= 0) continue;  // it was not measured
            rows_.push_back({key_of(settings, row.at("engine"), row.at("backend"), row.at("input"),
                                    row.at("n").get<uint64_t>()),
                             median_ms});
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
    int digit_bits = 0;
    if (!plan.engines.empty()) digit_bits = plan.engines[0].config.digit_bits;
    const std::string settings =
        settings_text(name_of(plan.values), sort::name_of(plan.type), plan.bits.begin, plan.bits.end,
                      name_of(plan.launch), digit_bits);
    for (SortRow& row : rows) {
        const std::string key =
            key_of(settings, row.engine, sort::name_of(row.backend), row.input, row.count);
        const auto at =
            std::find_if(rows_.begin(), rows_.end(), [&](const Before& before) { return before.key == key; });
        if (at != rows_.end()) row.before_ms = at->median_ms;
    }
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
