// `sweeplab bench pairs`: broad phases, and other libraries, on the same boxes in turns.
#include <algorithm>
#include <cstdio>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/pairs/pairs_report.h"

namespace app {
namespace {

constexpr const char* kLegend =
    "Times: from boxes in the backend's memory to the list of pairs there, every box new; all took turns. On cuda, "
    "times are taken between events around one graph; the stages are timed in separate runs. check: the list "
    "equals that of brute force, of a sweep along one axis, or of the broad phase named there; `N boxes`: N random "
    "boxes were compared with all others.";

/// One line per broad phase.
void print_left_out(std::ostream& out, const PairsPlan& plan, const std::vector<LeftOut>& left_out) {
    for (const PairsContender& one : plan.contenders) {
        std::vector<std::string> where;
        double fewest = 0;
        for (const LeftOut& missing : left_out) {
            if (missing.broad_phase != one.name) continue;
            fewest = where.empty() ? missing.tests : std::min(fewest, missing.tests);
            where.push_back(missing.kind + " " + count_text(missing.count));
        }
        if (where.empty()) continue;
        char tests[32];
        std::snprintf(tests, sizeof tests, "%.1e", fewest);
        out << note_line("left out: " + one.name + " on " + join(where) + ": about " + tests +
                         " tests or more; --broad-phase " + one.name + " measures it");
    }
}

void print_notes(std::ostream& out, const std::vector<PairsRow>& rows) {
    for (const PairsRow& row : rows) {
        const std::string boxes = row.kind + ", " + count_text(row.count) + ": ";
        if (!row.reason.empty()) out << note_line(row.broad_phase + " on " + boxes + "chosen, " + row.reason);
        for (const std::string& warning : row.warnings)
            out << note_line("warning: " + row.broad_phase + ", " + boxes + warning);
    }
}

std::vector<PairsRow> planned_rows(const PairsPlan& plan) {
    std::vector<PairsRow> rows;
    for (const PairsCase& one : plan.cases) {
        for (const PairsContender& contender : plan.contenders)
            rows.push_back({one.input->name, contender.name, contender.config.backend, one.count});
        for (const RivalLibrary& rival : plan.rivals) {
            rows.push_back({one.input->name, rival.name(), sort::Backend::cpu, one.count});
            rows.back().rival = true;
        }
    }
    return rows;
}

}  // namespace

int run_bench_pairs(const PairsBenchOptions& options) {
    if (!options.data.folder.empty()) return run_pairs_of_frames(options);
    const PairsPlan plan = make_pairs_plan(options);
    for (const PairsCase& one : plan.cases) require_pairs_memory(one.count);
    std::vector<LeftOut> left_out;
    Bench<PairsRow> bench(pairs_report(plan, left_out), plan.cases.size());
    bench.planned = [&] { return bench.report.json(options, planned_rows(plan)); };
    bench.measure = [&](size_t part, const Tick& tick) {
        return measure_pairs_case(plan, plan.cases[part], left_out, [&] { tick(0); });
    };
    bench.notes = [&](std::ostream& out, auto& rows) {
        out << '\n' << note_line(kLegend);
        print_left_out(out, plan, left_out);
        print_notes(out, rows);
    };
    run_bench(options, bench);
    return 0;
}

}  // namespace app
