// Texts of at most 80 columns, and JSON.
#include "app/measure/profile/profile_report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/base/wall_clock.h"
#include "app/io/scene_shapes.h"
#include "app/measure/memory_rate.h"
#include "app/measure/profile/profile_counters.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/measure/report_facts.h"
#include "app/measure/wrong_state.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

uint64_t shape_bytes(const sim::World& world) { return sim::bytes_named(world.memory(), sim::kShapesName); }

/// Shapes are there once, for however many bodies.
double bytes_a_body(const sim::World& world) {
    return double(world.bytes() - shape_bytes(world)) / world.config().bodies;
}

Json times_json(const StageSummary& stage) {
    return {{"name", stage.name},     {"p50_ms", stage.p50_ms}, {"p90_ms", stage.p90_ms},
            {"p99_ms", stage.p99_ms}, {"max_ms", stage.max_ms}, {"bytes", stage.bytes}};
}

double simulated_s_per_s(const ProfileResult& result, const sim::World& world) {
    return world.config().scene.physics.time_step_s * result.measured.steps_per_second();
}

constexpr size_t kWidth = 80;

std::string line(const std::string& text) { return wrapped(text, kWidth, 0, 2) + '\n'; }

std::string or_dash(std::optional<uint32_t> number) { return number ? std::to_string(*number) : "-"; }

/// Returns lines on the paths of an engine that has more than one; "" for others.
std::string sorts_text(const ProfileResult& result, const std::string& engine, uint32_t bodies) {
    const SortSummary sorts = result.measured.sorts();
    if (sorts.paths.empty()) return "";
    std::string text;
    for (const SortSummary::Path& path : sorts.paths) {
        if (path.sorts > 0) text += (text.empty() ? "" : ", ") + path.name + " " + std::to_string(path.sorts);
    }
    text = "sort paths: " + (text.empty() ? "none" : text);
    const std::string why = path_reason(result.last, engine, bodies);
    const ColumnChanges changes = result.measured.column_changes();
    const std::string changed = "; columns changed " + counted(changes.count, "time");
    const std::string end = changes.count > 0 ? changed : "";
    if (!sorts.max_shift) {
        if (!why.empty()) text += "; last step: " + why;
        return line(text + "; windows, movers and largest shift: not measured by these" + end);
    }
    std::optional<uint32_t> windows, movers, shift;
    if (measures_shift(result.last)) {
        windows = result.last.sort_windows;
        movers = result.last.sort_movers;
        shift = result.last.sort_max_shift;
    }
    return line(text + "; last step: " + (why.empty() ? "" : why + "; ") + "windows " + or_dash(windows) +
                ", movers " + or_dash(movers) + ", largest shift " + or_dash(shift) +
                "; largest where measured: windows " + or_dash(sorts.max_windows) + ", movers " +
                or_dash(sorts.max_movers) + ", shift " + or_dash(sorts.max_shift) + end);
}

std::string heading(const ProfileResult& result, const ProfilePlan& plan, const sim::WorldConfig& config) {
    const bool replayed = config.backend == sim::Backend::cuda && !config.traced;
    std::string text = line(config.scene.name + ", " + counted(config.bodies, "body", "bodies") + ", seed " +
                            std::to_string(config.seed) + ", " + sort::name_of(config.backend) + ", " +
                            config.broad_phase + ", " + config.engine);
    text += line(counted(plan.frames, "frame") +
                 (plan.warmup ? ", the first " + std::to_string(plan.warmup) + " as warm-up; " : "; ") +
                 (replayed ? "replayed: one CUDA graph per step" : "traced: every stage timed on its own"));
    for (const auto& shape : config.scene.shapes) text += line(shape_text(*shape));
    if (!config.broad_phase_reason.empty())
        text += line(config.broad_phase + " chosen: " + config.broad_phase_reason);
    if (!result.engine_reason.empty()) text += line(config.engine + " chosen: " + result.engine_reason);
    if (result.engine_since > 0)
        text += line("chosen anew after step " + grouped(result.engine_since) +
                     " by what the steps had measured; the times are of the steps since");
    return text;
}

/// Returns a note if no body has touched another in the measured steps, so that they say next to nothing
/// about the cost of contacts; else "".
std::string no_contact_text(const ProfileResult& result, const ProfilePlan& plan) {
    if (result.measured.any_contact()) return "";
    return line(
        "note: no contact in the " + counted(plan.frames - plan.warmup, "measured step") +
        ": the times are those of bodies that move freely; --warmup N and more --frames measure later steps");
}

/// Returns notes on runs of which not all steps are kept; "" for others.
std::string kept_text(const ProfileResult& result, const ProfilePlan& plan) {
    std::string text;
    if (const uint64_t every = result.measured.samples_every(); every > 1) {
        text = line(
            "note: percentiles are those of one in " + grouped(every) +
            " steps, chosen by fixed random numbers; the largest times and all counts are of every step");
    }
    if (result.traced && plan.frames - plan.warmup > kTracedSteps)
        text += line("note: --trace has the last " + grouped(kTracedSteps) + " steps");
    return text;
}

std::string wrong_text(const sim::Counters& last) {
    const std::string text = wrong_state_line(last);
    return text.empty() ? "" : line(text);
}

std::string ground_text(const sim::World& world, const sim::Counters& last) {
    if (!world.ground()) return "";
    return line("ground: last step " + counted(last.ground_contacts, "contact") + "; in all steps " +
                counted(last.total_respawned, "respawn") + ", " + counted(last.total_below_ground, "centre") +
                " below ground");
}

std::string squeezed_text(const sim::Counters& last) {
    if (last.squeezed == 0) return "";
    return line("squeezed: last step " + counted(last.squeezed, "pair") +
                " of meshes past the middle of a thin part, or linked through each other");
}

std::string gravity_text(const sim::World& world, const sim::Counters& last) {
    const sim::Gravity& gravity = world.config().scene.physics.gravity;
    if (!gravity.on) return "";
    const std::string text = "gravity: last step " + grouped(last.gravity.interactions) + " interactions";
    if (gravity.direct) return line(text + ", every body with every other");
    std::string sorts;
    for (const std::string& path : gravity_sort_paths(world, last))
        sorts += (sorts.empty() ? "; key sorts: " : ", ") + path;
    return line(text + "; tree of " + counted(last.gravity.nodes, "node") + ", " +
                counted(last.gravity.depth, "level") + sorts);
}

std::string memory_text(const sim::World& world) {
    char each[32];
    std::snprintf(each, sizeof each, "%.0f", bytes_a_body(world));
    const uint64_t shapes = shape_bytes(world);
    return line("memory: " + human_bytes(double(world.bytes())) + ", " + each + " bytes per body" +
                (shapes > 0 ? " and " + human_bytes(double(shapes)) + " of shapes" : ""));
}

/// Returns the note on cached rows if the table has such a row, one with a bandwidth above that of the
/// memory; else "".
std::string cached_note(const Profiler& measured, double memory_gb_per_s) {
    std::vector<StageSummary> rows = measured.stages();
    rows.push_back(measured.step());
    rows.push_back(measured.sorting());
    const auto above = [&](const StageSummary& row) { return row.gb_per_s > memory_gb_per_s; };
    return std::any_of(rows.begin(), rows.end(), above) ? line(cached_text(memory_gb_per_s)) : "";
}

}  // namespace

Json profile_json(const ProfileResult& result, const ProfilePlan& plan, const sim::World& world,
                  const std::string& state) {
    const sim::WorldConfig& config = world.config();
    Json stages = Json::array();
    for (const StageSummary& stage : result.measured.stages()) stages.push_back(times_json(stage));
    Json sums = Json::array();
    if (const StageSummary sum = result.measured.sorting(); !sum.name.empty())
        sums.push_back(times_json(sum));
    const StageSummary step = result.measured.step();
    const auto measured = [&](double value) { return plan.frames > 0 ? Json(value) : Json(nullptr); };
    return {{"schema", 1},
            {"kind", "profile"},
            {"date", utc_text()},
            {"arguments", plan.words},
            {"machine", machine_json(config.backend, config.device)},
            {"build", build_json()},
            {"scene", config.scene.name},
            {"bodies", config.bodies},
            {"seed", config.seed},
            {"backend", sort::name_of(config.backend)},
            {"engine", config.engine},
            {"broad_phase", config.broad_phase},
            {"threads", config.threads},
            {"frames", plan.frames},
            {"warmup", plan.warmup},
            {"replayed", config.backend == sim::Backend::cuda && !config.traced},
            {"samples_every", 1},
            {"time_step_s", config.scene.physics.time_step_s},
            {"substeps", config.scene.meshes.empty() ? Json(nullptr) : Json(config.scene.physics.substeps)},
            {"steps_per_second", measured(result.measured.steps_per_second())},
            {"simulated_seconds_per_second", measured(simulated_s_per_s(result, world))},
            {"step",
             {{"p50_ms", measured(step.p50_ms)},
              {"p90_ms", measured(step.p90_ms)},
              {"p99_ms", measured(step.p99_ms)},
              {"max_ms", measured(step.max_ms)}}},
            {"stages", stages},
            {"sums", sums},
            {"counters",
             counters_json(result.last, result.measured.sorts(), result.measured.column_changes(), world)},
            {"bytes", world.bytes()},
            {"shape_bytes", shape_bytes(world)},
            {"bytes_per_body", bytes_a_body(world)},
            {"state", state}};
}

void print_profile(std::ostream& out, const ProfileResult& result, const ProfilePlan& plan,
                   const sim::World& world) {
    const sim::WorldConfig& config = world.config();
    out << heading(result, plan, config);
    if (plan.frames == 0 || result.measured.steps() == 0) return;
    out << '\n';
    const double memory = memory_gb_per_s(config.backend);
    print_table(out, result.measured, memory);
    const sim::Counters& last = result.last;
    out << '\n'
        << fixed_text(result.measured.steps_per_second(), 1) << " steps per second of "
        << time_step_text(config.scene.physics.time_step_s) << ": "
        << fixed_text(simulated_s_per_s(result, world), 3) << " simulated seconds per second\n"
        << cached_note(result.measured, memory)
        << line("last step: " + counted(last.pairs, "pair") + ", " + counted(last.contacts, "contact") +
                ", " + std::to_string(last.passes_run) + " of " +
                counted(last.passes_run + last.passes_skipped, "pass", "passes") + " run, " +
                counted(last.descents, "descent"))
        << wrong_text(last) << sorts_text(result, config.engine, config.bodies) << squeezed_text(last)
        << ground_text(world, last) << gravity_text(world, last) << memory_text(world)
        << no_contact_text(result, plan) << kept_text(result, plan);
    if (plan.passes) {
        out << line(
            "--passes: the table sums the passes of a sort in the row `sort`; single passes are in "
            "--csv FILE and --trace FILE, as `sort/pass 03/count`");
    }
}

void print_ended_early(std::ostream& out, const std::string& why, const ProfileResult& result,
                       ProfilePlan plan, const sim::World& world) {
    const uint64_t wanted = plan.frames;
    plan.frames = result.seen;
    plan.warmup = std::min(plan.warmup, plan.frames);
    out << line(why + " after " + std::to_string(plan.frames) + " of " + counted(wanted, "step") +
                (result.measured.steps() == 0 ? ", before the first that is measured" : "") +
                "; no file was written");
    print_profile(out, result, plan, world);
    out << std::flush;
}

}  // namespace app
