// One row per command: what makes two of its reports comparable, what names a case, where its samples are.
#include "app/measure/sample_set.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "app/base/errors.h"
#include "app/io/input_file.h"
#include "app/measure/json_place.h"

namespace app {
namespace {

constexpr int kReadSchema = 1;
constexpr uint64_t kMostBytes = 256'000'000;  // of a report

using Keys = std::vector<const char*>;
using FoundCases = std::function<void(SampleCase)>;

struct ReportKind {
    const char* name;
    std::vector<std::pair<const char*, const char*>> settings;  // key of the report, flag
    Keys noted, steps;
    void (*find)(const JsonPlace& report, const FoundCases& found);
};

std::vector<double> numbers_of(const JsonPlace& place) {
    std::vector<double> all;
    for (const JsonPlace& one : place.items()) {
        all.push_back(one.number());
        if (!std::isfinite(all.back()) || all.back() < 0) one.refuse("a time of at least 0 is expected");
    }
    return all;
}

NamedValues key_of(const JsonPlace& place, const Keys& keys) {
    NamedValues key;
    for (const char* one : keys) {
        if (!place.has(one)) continue;
        std::string value = place.at(one).value();
        // "auto: columns" is the case `auto`, whatever it chose.
        if (value.starts_with("auto: ")) value = "auto";
        key.emplace_back(one, value);
    }
    return key;
}

void find_sorts(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& one : report.at("cases").items()) {
        found({key_of(one, {"engine", "input", "n", "launch"}), numbers_of(one.at("samples_ms"))});
    }
}

void find_pairs(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& one : report.at("cases").items())
        found({key_of(one, {"broad_phase", "backend", "kind", "n"}), numbers_of(one.at("samples_ms"))});
}

void find_gravity(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& one : report.at("cases").items()) {
        NamedValues key = key_of(one, {"method", "way", "opening_angle", "n"});
        for (auto& [name, value] : key) {
            if (name == "way") name = "method";  // as older reports call it
        }
        found({std::move(key), numbers_of(one.at("samples_ms"))});
    }
}

void find_steps(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& one : report.at("cases").items()) {
        std::vector<double> ms;
        for (const double rate : numbers_of(one.at("samples_steps_per_second")))
            ms.push_back(rate > 0 ? 1000 / rate : 0);
        found({key_of(one, {"scene", "n", "backend", "broad_phase", "engine", "warmup"}), std::move(ms)});
    }
}

void find_lines(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& line : report.at("lines").items()) {
        const NamedValues name = key_of(line, {"what", "input", "broad_phase", "backend"});
        for (const JsonPlace& point : line.at("points").items()) {
            SampleCase one{name, numbers_of(point.at("samples_ms"))};
            one.key.emplace_back("n", point.at("n").value());
            found(std::move(one));
        }
    }
}

/// A sample is the mean step of a quarter of a simulated second.
void find_heaps(const JsonPlace& report, const FoundCases& found) {
    for (const JsonPlace& one : report.at("cases").items()) {
        std::vector<double> ms;
        for (const JsonPlace& window : one.at("windows").items())
            ms.push_back(1e3 * window.at("wall_s").number() / std::max(window.at("steps").number(), 1.0));
        found({key_of(one, {"simulation", "n", "time_step_s"}), std::move(ms)});
    }
}

void find_stages(const JsonPlace& report, const FoundCases& found) {
    const JsonPlace step = report.at("step");
    found({{{"stage", "step"}}, numbers_of(step.at("samples_ms"))});
    for (const JsonPlace& one : report.at("stages").items())
        found({{{"stage", one.at("name").text()}}, numbers_of(one.at("samples_ms"))});
}

const ReportKind kReportKinds[] = {
    {"profile",
     {{"scene", "--scene"}, {"bodies", "--bodies"}, {"seed", "--seed"}},
     {"backend", "engine", "broad_phase", "threads", "frames", "warmup", "replayed"},
     {"frames", "warmup", "samples_every"},
     find_stages},
    {"bench sort",
     {{"values", "--values"},
      {"type", "--type"},
      {"bits", "--bits"},
      {"cold", "--cold"},
      {"digit_bits", "--digit-bits"},
      {"segments", "--segments"},
      {"seed", "--seed"},
      {"threads", "--threads"}},
     {},
     {},
     find_sorts},
    {"bench disorder",
     {{"values", "--values"},
      {"keys", "--keys"},
      {"digit_bits", "--digit-bits"},
      {"seed", "--seed"},
      {"threads", "--threads"}},
     {},
     {},
     find_sorts},
    {"bench pairs",
     {{"engine", "--sort"}, {"cold", "--cold"}, {"seed", "--seed"}, {"threads", "--threads"}},
     {},
     {},
     find_pairs},
    {"bench step", {{"seed", "--seed"}, {"threads", "--threads"}, {"until", "--until"}}, {}, {}, find_steps},
    {"bench scale", {{"seed", "--seed"}, {"threads", "--threads"}}, {}, {}, find_lines},
    {"bench heap",
     {{"scene", "--scene"}, {"seed", "--seed"}, {"threads", "--threads"}},
     {},
     {"scene"},
     find_heaps},
    {"bench gravity",
     {{"scene", "--scene"}, {"seed", "--seed"}, {"engine", "--sort"}, {"threads", "--threads"}},
     {"backend"},
     {"frames", "warmup"},
     find_gravity},
};

/// Returns the value of a key of the report as text; 0 stands for the default of some flags.
std::string setting_text(const JsonPlace& report, const char* key, const std::string& flag) {
    if (!report.has(key)) return flag == "--cold" ? "false" : "missing";  // older reports have warm caches
    const std::string value = report.at(key).value();
    if (value.empty()) return "none";
    return value == "0" && (flag == "--threads" || flag == "--digit-bits") ? "the default" : value;
}

std::string machine_of(const JsonPlace& report) {
    if (!report.has("machine")) return "";
    const JsonPlace machine = report.at("machine");
    std::string text = machine.has("cpu") ? machine.at("cpu").text() : "";
    if (machine.has("gpu")) text += ", " + machine.at("gpu").text();
    if (machine.has("limits")) text += ", SWEEPLAB_LIMITS=" + machine.at("limits").text();
    return text;
}

std::string line_and_column(const std::string& text, size_t byte) {
    const std::string before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const size_t start = before.find_last_of('\n');
    const size_t column = 1 + before.size() - (start == before.npos ? 0 : start + 1);
    return std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace

std::string SampleCase::name() const {
    std::string text;
    for (const auto& [what, value] : key)
        text += (text.empty() ? "" : ", ") + (value.empty() ? "no " + what : value);
    return text;
}

SampleSet samples_of(const nlohmann::ordered_json& report, const std::string& path) {
    const JsonPlace top(report, path);
    SampleSet set;
    set.kind = top.at("kind").text();
    const auto kind = std::find_if(std::begin(kReportKinds), std::end(kReportKinds),
                                   [&](const ReportKind& one) { return set.kind == one.name; });
    if (kind == std::end(kReportKinds)) top.at("kind").refuse("'" + set.kind + "' is no report with samples");
    if (const double schema = top.at("schema").number(); schema != kReadSchema)
        top.at("schema").refuse(top.at("schema").value() + "; this version reads " +
                                std::to_string(kReadSchema));
    if (top.has("date")) set.from = top.at("date").value();
    if (top.has("build") && top.at("build").has("commit"))
        set.from += (set.from.empty() ? "" : ", ") + ("commit " + top.at("build").at("commit").value());
    set.machine = machine_of(top);
    for (const auto& [key, flag] : kind->settings)
        set.settings.emplace_back(flag, setting_text(top, key, flag));
    for (const char* key : kind->noted)
        set.noted.emplace_back(key, setting_text(top, key, std::string("--") + key));
    if (top.has("build") && top.at("build").has("type"))
        set.noted.emplace_back("build", top.at("build").at("type").value());
    for (const char* key : kind->steps) set.steps += (top.has(key) ? top.at(key).value() : "") + ";";
    kind->find(top, [&](SampleCase one) {
        for (const SampleCase& other : set.cases)
            if (other.key == one.key) top.refuse("the case '" + one.name() + "' is there twice");
        set.cases.push_back(std::move(one));
    });
    return set;
}

SampleSet parse_samples(const std::string& text, const std::string& path, const std::string& kind) {
    const std::string report_text = kind.empty() ? "report with samples" : "report of `" + kind + " --json`";
    const std::string expected = "a " + report_text + " is expected";
    nlohmann::ordered_json report;
    try {
        report = nlohmann::ordered_json::parse(text);
    } catch (const nlohmann::ordered_json::parse_error& error) {
        throw BadFile(path + ":" + line_and_column(text, error.byte) + ": not JSON; " + expected);
    } catch (const nlohmann::ordered_json::out_of_range&) {
        throw BadFile(path + ": a number in it is larger than 1.8e308; " + expected);
    }
    const bool named = report.is_object() && report.contains("kind") && report["kind"].is_string();
    const bool old_profile =
        report.is_object() && !named && report.contains("stages") && report.contains("step");
    if (old_profile && kind == "profile")
        throw BadFile(path + ": step.samples_ms is missing: written by an older version; " + expected);
    if (!named || (!kind.empty() && report["kind"] != kind)) {
        throw BadFile(path + ": not a " + report_text +
                      (named ? " but of `" + report["kind"].get<std::string>() + "`" : ""));
    }
    return samples_of(report, path);
}

SampleSet load_samples(const std::string& path, const std::string& kind) {
    return parse_samples(InputFile(path).text(kMostBytes, FileKind::json), path, kind);
}

}  // namespace app
