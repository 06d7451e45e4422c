// Ha, Krueger, Silva 2009, figure 6: the broad phase of a collision system and the part of its sort, on the
// GPU and on the CPU. The system here is ours: the gas scene, the endpoint broad phase (the paper's).
#include <algorithm>

#include "app/base/interrupt.h"
#include "app/bench/papers/figures_ha.h"
#include "app/bench/papers/reasons.h"
#include "app/cli/resolve.h"
#include "app/measure/profile/profiler.h"
#include "sim/world.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr uint32_t kWarmup = 2, kSteps = 8;
const SizeRange kPaperBodies = {1 << 12, 1 << 16, "bodies"};

/// Returns whether a stage of a step is of collision detection.
bool detects(const std::string& stage) {
    for (const char* other : {"reorder", "contacts", "ground", "solve", "wake", "profiler"}) {
        if (stage == other) return false;
    }
    return true;
}

struct StepTimes {
    std::vector<double> all_ms, sort_ms;  // of the broad phase, and of its sorts, one a step
};

StepTimes step_times(const Lab& lab, sort::Backend backend, const std::string& engine, uint32_t bodies) {
    Options options;
    options.scene = "gas";
    options.backend = sort::name_of(backend);
    options.sort = engine;
    options.broad_phase = "endpoint";
    options.bodies = bodies;
    options.seed = lab.config().seed;
    options.threads = lab.config().threads;
    options.device = lab.config().device;
    const auto world = create_world(resolve_world(options));
    std::vector<sim::StepReport> reports;
    for (uint32_t step = 0; step < kWarmup + kSteps; ++step) {
        world->step(1);
        world->finish();
        world->poll(reports);
        throw_if_interrupted();
    }
    StepTimes times;
    for (const sim::StepReport& report : reports) {
        if (report.step <= kWarmup) continue;
        double all = 0, sorts = 0;
        for (const sim::StageTime& stage : report.stages) {
            const std::string name = stage.name.substr(0, stage.name.find('/'));
            if (!detects(name)) continue;
            all += stage.duration_us * 1e-3;
            if (name == "sort") sorts += stage.duration_us * 1e-3;
        }
        times.all_ms.push_back(all);
        times.sort_ms.push_back(sorts);
    }
    return times;
}

struct System {
    Rival sort;
    sort::Backend backend;

    std::string label() const { return (backend == sort::Backend::cuda ? "GPU, " : "CPU, ") + sort.label; }
};

}  // namespace

std::vector<ClaimRow> sort_share_rows(const std::vector<ClaimRow>& all_ms,
                                      const std::vector<ClaimRow>& sort_ms) {
    std::vector<ClaimRow> rows;
    for (size_t i = 0; i < std::min(all_ms.size(), sort_ms.size()); ++i) {
        ClaimRow row{all_ms[i].at, all_ms[i].n, sort_ms[i].value / all_ms[i].value};
        if (i == 0) {
            row.why = by_parts(
                {{"the sort", sort_ms[0].value}, {"the other stages", all_ms[0].value - sort_ms[0].value}});
        } else {
            const auto power = [&](double first, double now) {
                return fixed_text(std::log(now / first) / std::log(all_ms[i].n / all_ms[i - 1].n), 2);
            };
            row.why = "from " + all_ms[i - 1].at + " on the time of the sort grows as n^" +
                      power(sort_ms[i - 1].value, sort_ms[i].value) + ", that of the other stages as n^" +
                      power(all_ms[i - 1].value - sort_ms[i - 1].value, all_ms[i].value - sort_ms[i].value);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ClaimRow> system_gain_rows(const Chart& times, const std::string& a, const std::string& b) {
    std::vector<ClaimRow> rows = gain_rows(times, a, b);
    for (ClaimRow& row : rows) {
        const auto ms = [&](const std::string& series) { return y_at(times, series, row.at).value_or(0); };
        row.why = by_gains("the sort", ms(a + ", sort"), ms(b + ", sort"), ms(a), ms(b));
    }
    return rows;
}

namespace {

void collision_system(Lab& lab, FigureResult& result) {
    const System papers = {{"fourway", "fourway"}, sort::Backend::cuda};
    const System on_cpu = {paper_rival("herf"), sort::Backend::cpu};
    std::vector<System> systems;
    for (const System& system : {papers, System{{"cub-radix", "cub-radix"}, sort::Backend::cuda}, on_cpu}) {
        if (!lab.found({system.sort}, result).empty()) systems.push_back(system);
    }
    Chart times{"Broad phase of one step, gas scene", {"bodies", "", true}, {"time per step", "ms", true}};
    Chart shares{"Share of the sort in the broad phase", {"bodies", ""}, {"share of the time", ""}, true};
    for (const System& system : systems) {
        times.series.push_back({system.label(), {}});
        times.series.push_back({system.label() + ", sort", {}});
        shares.series.push_back({system.label(), {}});
    }
    const auto sizes = lab.on_gpu() ? lab.sizes({12, 14, 16, 18, 20}) : lab.sizes({10, 12, 14, 16});
    for (const uint32_t bodies : sizes) {
        for (size_t i = 0; i < systems.size(); ++i) {
            // Beside a GPU the CPU need not show what takes it seconds.
            if (lab.on_gpu() && systems[i].backend == sort::Backend::cpu && bodies > 1u << 18) continue;
            const std::string at = count_text(bodies);
            try {
                const StepTimes step = step_times(lab, systems[i].backend, systems[i].sort.engine, bodies);
                if (step.all_ms.empty() || step.sort_ms.empty()) continue;
                times.series[2 * i].points.push_back(timed_point(at, bodies, step.all_ms, bodies, Shown::ms));
                times.series[2 * i + 1].points.push_back(
                    timed_point(at, bodies, step.sort_ms, bodies, Shown::ms));
                const double part = sort::median(step.sort_ms) / sort::median(step.all_ms);
                shares.series[i].points.push_back({at, static_cast<double>(bodies), part, part, {}});
            } catch (const sort::OverLimit& error) {
                result.note(systems[i].label() + ", " + at + " bodies: " + error.what());
            }
        }
    }
    const Claim claim = {"the sort's share of the broad phase, " + papers.label(),
                         share(0.6, 0.8, "about 0.7"), kPaperBodies};
    result.verdicts.push_back(judge(
        claim, sort_share_rows(rows_of(times, papers.label()), rows_of(times, papers.label() + ", sort"))));
    result.verdicts.push_back(judge(
        {"broad phase, GPU with fourway over CPU with " + named(on_cpu.sort), gain(1.5, 2.0), kPaperBodies},
        system_gain_rows(times, papers.label(), on_cpu.label())));
    result.charts.push_back(std::move(times));
    result.charts.push_back(std::move(shares));
}

}  // namespace

PaperFigure system_figure() {
    return {
        "ha-6",
        "",
        "Ha, Krueger, Silva 2009, figure 6",
        "A collision system and its sort, GPU and CPU",
        "On a Quadro FX 5600 sorting takes about 70 % of the broad phase, "
        "and the whole is 1.5 to 2.0 times as fast as a system with a tuned radix sort on eight Opteron cores.",
        "Our simulation's stages that find pairs (boxes, keys, sort, sweep) "
        "with the endpoint broad phase, which sorts both ends of every box as the paper does; "
        "`boxes` also computes where each sphere goes; reorder, contacts and solve are left out. "
        "Herf's sort has one thread, the other stages of the CPU have all; the paper's CPU system used all cores. "
        "Judged from 4Ki to 64Ki bodies, as the paper's text names no n: with more, the walk along the "
        "axis, whose pairs grow as n^(5/3) in this scene, takes more and more of the time.",
        collision_system};
}

}  // namespace app
