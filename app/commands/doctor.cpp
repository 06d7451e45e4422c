// `sweeplab doctor`: tries every part of the machine that the program can use, and names the remedy.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/doctor/examine.h"
#include "app/io/json_output.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

constexpr size_t kIndent = 21;  // of what was found, behind name and state

struct DoctorOptions : Options {
    std::vector<const Check*> only;
};

std::vector<std::string> check_names() {
    std::vector<std::string> names;
    for (const Check& check : checks()) names.push_back(check.name);
    return names;
}

const Check* find_check(const std::string& name) {
    for (const Check& check : checks())
        if (name == check.name) return &check;
    throw BadUsage(unknown_name("part", name, check_names()));
}

void declare_flags(Flags& flags, DoctorOptions& options) {
    flags.list("--only", "PART,...",
               "tries these parts alone, in this process, for a debugger: " + join(check_names()) + " [all]",
               [&options](const std::string& word) { options.only.push_back(find_check(word)); });
    json_flag(flags, options);
    device_flag(flags, options);
}

std::string padded(std::string text, size_t width) {
    text.resize(std::max(width, text.size() + 1), ' ');
    return text;
}

void print(const std::vector<Examined>& parts) {
    std::cout << padded("part", 12) << padded("state", 9) << "found\n";
    for (const auto& [check, finding] : parts) {
        const std::string state = kPartStateNames[int(finding.state)];
        const auto line = [](const std::string& head, const std::string& text) {
            std::cout << head << wrapped(text, terminal_width(), kIndent, kIndent) << '\n';
        };
        line(padded(check->name, 12) + padded(state, 9), finding.found);
        if (!finding.remedy.empty()) line(std::string(kIndent, ' '), "-> " + finding.remedy);
    }
}

bool works(const std::vector<Examined>& parts, const std::string& name) {
    return std::any_of(parts.begin(), parts.end(), [&](const Examined& one) {
        return one.check->name == name && one.finding.state == PartState::ok;
    });
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

/// Returns 0 where the simulation works on the CPU, or all of the requested parts do.
int run(const DoctorOptions& options) {
    const bool all = options.only.empty();
    std::vector<Examined> parts;
    if (all) {
        std::vector<const Check*> which;
        for (const Check& check : checks()) which.push_back(&check);
        parts = examine(which, options.device);
    }
    for (const Check* check : options.only) parts.push_back({check, examine_here(*check, options.device)});
    if (!options.json.empty()) {
        write_json(
            options.json,
            {{"schema", 1}, {"date", utc_text()}, {"build", build_json()}, {"parts", parts_json(parts)}});
    }
    if (options.json != "-") {
        print(parts);
        if (all)
            std::cout << "\nsimulation on cpu: " << yes_or_no(works(parts, "simulation"))
                      << "; on cuda: " << yes_or_no(works(parts, "cuda"))
                      << "; pictures: " << yes_or_no(works(parts, "opengl"))
                      << "; window: " << yes_or_no(works(parts, "window")) << '\n';
    }
    if (all) return works(parts, "simulation") ? 0 : 3;
    return std::all_of(parts.begin(), parts.end(),
                       [](const Examined& one) { return one.finding.state == PartState::ok; })
               ? 0
               : 3;
}

const bool registered = add_command<DoctorOptions>(
    {"doctor", 165, "Tries every part of this machine, and says what to do where one does not work.",
     "  sweeplab doctor\n  sweeplab doctor --only opengl,window\n  sweeplab doctor --json doctor.json\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
