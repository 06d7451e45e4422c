// `sweeplab bench step`: whole steps of the simulation by scene, n, backend and broad phase; a case is printed once the
// states of its worlds are compared.
#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/steps/step_report.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr const char* kLegend =
    "steps/s: median run, from the start of its first step to the end of its last; on cuda, device time. s per s: "
    "simulated seconds per second. Shares are of the median step; around sort: keys, sort and reorder. pairs, contacts and tests: of the last step of the first run, "
    "after which the state was hashed. check: ok where all rows of a scene and n have the same state, which --md "
    "and --json show. bytes/body: without the shapes of meshes, which --json shows.";

void print_left_out(std::ostream& out, const std::vector<StepLeftOut>& left_out) {
    for (const StepLeftOut& one : left_out) {
        out << note_line("left out: " + one.scene + ", " + count_text(one.count) + ", " +
                         sort::name_of(one.backend) + ", " + one.broad_phase + ": " + one.reason);
    }
}

void print_notes(std::ostream& out, const std::vector<StepRow>& rows) {
    for (const StepRow& row : rows) {
        const std::string what = row.scene + ", " + count_text(row.count) + ", " +
                                 sort::name_of(row.backend) + ", " + row.broad_phase + ": ";
        if (!row.reason.empty()) out << note_line(what + "chosen, " + row.reason);
        for (const std::string& warning : row.warnings) out << note_line("warning: " + what + warning);
    }
}

/// None where `auto` will name the broad phase, or --until the steps before.
std::vector<StepRow> planned_rows(const StepPlan& plan) {
    std::vector<StepRow> rows;
    for (const StepCase& one : plan.cases) {
        for (const sim::WorldConfig& world : one.worlds) {
            if (world.broad_phase == sim::kAutoBroadPhase || !plan.until.empty()) return {};
            rows.push_back({one.scene, world.broad_phase, "", world.engine, world.backend, one.count,
                            world.scene.physics.time_step_s});
            rows.back().warmup = one.warmup;
        }
    }
    return rows;
}

}  // namespace

int run_bench_step(const StepBenchOptions& options) {
    const StepPlan plan = make_step_plan(options);
    std::vector<StepLeftOut> left_out;
    std::string differs;
    Bench<StepRow> bench(step_report(options, plan, left_out), plan.cases.size());
    bench.planned = [&] { return bench.report.json(options, planned_rows(plan)); };
    bench.measure = [&](size_t part, const Tick& tick) {
        std::vector<StepRow> rows = measure_step_case(plan, plan.cases[part], left_out, [&] { tick(0); });
        if (interrupted()) {
            for (StepRow& row : rows) row.check = kNotChecked;
        } else {
            const std::string difference = compare_states(rows);
            if (differs.empty()) differs = difference;
        }
        return rows;
    };
    bench.notes = [&](std::ostream& out, auto& rows) {
        out << '\n' << note_line(kLegend);
        print_left_out(out, left_out);
        print_notes(out, rows);
    };
    bench.require = [&](auto& rows) {
        const auto too_large = [](const StepLeftOut& one) { return one.too_large; };
        if (rows.empty() && std::all_of(left_out.begin(), left_out.end(), too_large))
            throw sort::OverLimit(left_out.front().reason);
    };
    bench.judge = [&] {
        if (!differs.empty()) throw CheckFailed("check failed: " + differs);
    };
    run_bench(options, bench);
    return 0;
}

}  // namespace app
