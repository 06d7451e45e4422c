#include "app/lab/lab_report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/base/text/shown_text.h"
#include "app/base/text/wrap.h"

namespace app {
namespace {

std::string seconds(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", value);
    return text;
}

std::string per_request(const LineCost& cost) {
    char text[64];
    std::snprintf(text, sizeof text, "%.1f",
                  cost.requests ? double(cost.units) / double(cost.requests) : 0.0);
    return text;
}

void print_costs(std::ostream& out, const LabVerdict& verdict) {
    if (verdict.costs.empty()) return;
    out << "\nAccesses with " << verdict.counted << ", blocks and threads in order:\n\n"
        << "line  array                     requests of a warp  device memory  shared memory   each\n";
    for (const LineCost& cost : verdict.costs) {
        const std::string units = std::to_string(cost.units) + " " + cost.unit;
        const bool shared = cost.unit == "passes";
        char line[160];
        std::snprintf(line, sizeof line, "%4u  %-24.24s  %18llu  %13s  %13s  %5s\n", cost.line,
                      cost.array.c_str(), static_cast<unsigned long long>(cost.requests),
                      shared ? "" : units.c_str(), shared ? units.c_str() : "", per_request(cost).c_str());
        out << line;
    }
    out << note_line(
        "A sector is 32 bytes: 32 lanes that read neighbouring words need 4. A pass serves each of the 32 banks once: "
        "more than 1.0 each are bank conflicts, or atomics on one element. Counted by Global and Shared; accesses "
        "through plain pointers and arrays are not.");
}

std::string printable(const std::string& text) {
    return escaped(text, [](char32_t) { return true; });
}

}  // namespace

void print_verdict(std::ostream& out, const LabFolder& folder, const LabVerdict& verdict) {
    out << folder.lab->name << ", seed " << folder.seed << ": " << verdict.verdict
        << (verdict.hint.empty() ? "\n" : ", but\n");
    if (!verdict.hint.empty()) out << note_line(verdict.hint + ".");
    if (!verdict.reason.empty()) out << note_line(printable(verdict.reason));
    for (const std::string& detail : verdict.details) out << "  " << printable(detail) << "\n";
    if (!verdict.right() && !verdict.input.empty()) {
        out << "Found with " << verdict.input << ", " << (verdict.order == "on the GPU" ? "" : "order ")
            << verdict.order << ".\n";
    }
    for (const std::string& given : verdict.given) out << note_line(given);
    if (!verdict.next.empty()) out << note_line("Next: " + verdict.next);
    if (verdict.right())
        out << verdict.extent << "; built in " << seconds(verdict.build_s) << ", tried in "
            << seconds(verdict.run_s) << ".\n";
    if (!verdict.printed.empty()) {
        out << "\nThe kernel printed in its last run:\n" << printable(verdict.printed) << "\n";
        if (verdict.left_out > 0) out << "... (" << verdict.left_out << " more bytes are not shown)\n";
    }
    print_costs(out, verdict);
}

nlohmann::ordered_json verdict_json(const LabFolder& folder, const LabVerdict& verdict) {
    auto costs = nlohmann::ordered_json::array();
    for (const LineCost& cost : verdict.costs) {
        costs.push_back({{"line", cost.line},
                         {"array", cost.array},
                         {"unit", cost.unit},
                         {"atomic", cost.atomic},
                         {"requests", cost.requests},
                         {"units", cost.units}});
    }
    return {{"schema", 1},
            {"lab", folder.lab->name},
            {"seed", folder.seed},
            {"verdict", verdict.verdict},
            {"reason", verdict.reason},
            {"hint", verdict.hint},
            {"details", verdict.details},
            {"next", verdict.next},
            {"input", verdict.input},
            {"order", verdict.order},
            {"given", verdict.given},
            {"printed", printable(verdict.printed)},
            {"printed_left_out", verdict.left_out},
            {"counted_with", verdict.counted},
            {"accesses", costs},
            {"build_s", verdict.build_s},
            {"run_s", verdict.run_s}};
}

Graded graded(const LabFolder& folder, const LabVerdict& verdict) {
    std::string reason = verdict.right() ? verdict.hint : verdict.reason;
    if (verdict.verdict == "does not compile" && !verdict.details.empty()) {
        reason = verdict.details.front();
        for (const std::string& line : verdict.details) {
            if (line.find("error") == line.npos) continue;
            reason = line;
            break;
        }
    }
    return {folder.path.string(), folder.lab->name, verdict.verdict, reason, std::to_string(folder.seed)};
}

void print_grades(std::ostream& out, const std::vector<Graded>& rows) {
    const auto name = [](const Graded& row) { return printable(row.folder); };
    size_t folder = 6, verdict = 7, seed = 4;
    for (const Graded& row : rows) {
        folder = std::max(folder, name(row).size());
        verdict = std::max(verdict, row.verdict.size());
        seed = std::max(seed, row.seed.size());
    }
    const auto padded = [](const std::string& text, size_t width) {
        return text + std::string(width + 2 - std::min(width, text.size()), ' ');
    };
    const auto head = [&](const std::string& a, const std::string& b, const std::string& c,
                          const std::string& d) {
        return padded(a, folder) + padded(b, 9) + padded(c, seed) + padded(d, verdict);
    };
    out << head("folder", "lab", "seed", "verdict") << "reason\n";
    for (const Graded& row : rows)
        out << list_line(head(name(row), row.lab, row.seed, row.verdict), printable(row.reason));
}

void write_grades_csv(std::ostream& out, const std::vector<Graded>& rows) {
    out << "folder,lab,seed,verdict,reason\n";
    for (const Graded& row : rows) {
        out << csv_field(row.folder) << ',' << row.lab << ',' << row.seed << ',' << row.verdict << ','
            << csv_field(row.reason) << '\n';
    }
}

}  // namespace app
