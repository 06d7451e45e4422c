// `sweeplab profile`: runs N steps without drawing, then says where the time went.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/ask/command.h"
#include "app/ask/option_flags.h"
#include "app/ask/resolve.h"
#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/names.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/wall_clock.h"
#include "app/base/wrap.h"
#include "app/bench/common/baseline.h"
#include "app/io/json_output.h"
#include "app/io/output_stream.h"
#include "app/io/scene_shapes.h"
#include "app/measure/frames/trace.h"
#include "app/measure/memory_rate.h"
#include "app/measure/profile_counters.h"
#include "app/measure/profile_samples.h"
#include "app/measure/profiler.h"
#include "app/measure/profiler_stages.h"
#include "app/measure/report_facts.h"
#include "app/measure/stages_csv.h"
#include "app/measure/wrong_state.h"
#include "sim/snapshot.h"
#include "sim/world_common.h"

namespace app {
namespace {

struct ProfileOptions : Options {
    std::string trace, stages_csv;
    BaselineOptions baseline;
    bool hash = false;
    bool allow_outside = false;
};

void declare_flags(Flags& flags, ProfileOptions& options) {
    flags.count("--frames", "steps to run; 0, with --hash or --json only: the state at the start [300]",
                options.frames);
    flags.count("--warmup",
                "steps at the start that are not in the statistics [20, at most a quarter]; in chairs and "
                "landscape bodies fall freely at first, so measure with 8k, and more --frames than that",
                options.warmup);
    flags.text("--json", "FILE|-", "the report for programs, with all that is needed to repeat it",
               options.json, Flags::Names::output);
    flags.text("--csv", "FILE|-", "one row per timed part of a step", options.csv, Flags::Names::output);
    flags.text("--stages-csv", "FILE|-", "one row per stage: totals, mean, deviation, percentiles, in ns",
               options.stages_csv, Flags::Names::output);
    flags.text("--trace", "FILE|-", "Chrome trace events, for Perfetto", options.trace, Flags::Names::output);
    flags.flag("--hash", "prints the hash of the state after exactly N steps", options.hash);
    flags.flag(
        "--passes",
        "also times every pass of the sort, for --csv and --trace; the table sums the passes. On cuda, steps "
        "are then traced (a plain stream, every stage timed on its own), not replayed (one CUDA graph per "
        "step, faster)",
        options.passes);
    flags.flag(kAllowOutside, kAllowOutsideMeaning, options.allow_outside);
    baseline_flags(flags, options.baseline);
    simulation_flags(flags, options);
}

using Json = nlohmann::ordered_json;

struct Plan {
    uint64_t frames, warmup;  // an interrupt makes frames those that were done
};

Plan make_plan(const ProfileOptions& options) {
    const uint64_t frames = options.frames.value_or(300);
    if (frames == 0 && !options.baseline.file.empty())
        throw BadUsage("--baseline with --frames 0: no step to compare");
    if (frames == 0 && !options.hash && options.json.empty()) {
        throw BadUsage("--frames 0: no step to time; with --hash it prints the state before the first one");
    }
    const uint64_t warmup = options.warmup.value_or(std::min<uint64_t>(20, frames / 4));
    if (warmup >= std::max<uint64_t>(frames, 1)) {
        throw BadUsage("--warmup " + std::to_string(warmup) + " with --frames " + std::to_string(frames) +
                       ": no frame would be left to time; a warm-up of fewer than " +
                       counted(frames, "frame") + " is expected");
    }
    return {frames, warmup};
}

struct Reports {
    Reports(bool whole, bool traces, const std::string& engine) : measured(0, whole), traced(traces) {
        measured.name_sort_paths(sort_paths_of(engine));
    }

    /// A frame begins: what the one before took, if it was no warm-up, is known.
    void begin_frame(const Plan& plan) {
        if (!traced) return;
        const FrameTimes* ended = clock.begin(now_s());
        if (ended && ended->number > plan.warmup) timeline.add(*ended);
    }
    void enter(FramePart part) {
        if (traced) clock.enter(part, now_s());
    }

    Profiler measured;
    bool traced;  // what follows is for the trace alone
    FrameClock clock;
    FrameTimeline timeline{0};
    sim::Counters last;
    uint64_t seen = 0;
};

void take_reports(sim::World& world, const Plan& plan, Reports& reports) {
    std::vector<sim::StepReport> ready;
    world.poll(ready);
    for (const sim::StepReport& report : ready) {
        ++reports.seen;
        reports.last = report.counters;
        if (report.step <= plan.warmup) continue;
        reports.measured.add(report);
        if (reports.traced) reports.timeline.add(report, world.clock_zero_s());
    }
}

/// Ends early, with the reports that have come, once the user wants to stop: a device is not waited for.
void run_steps(sim::World& world, const Plan& plan, bool quiet, Reports& reports) {
    Progress progress("steps", plan.frames, quiet);
    try {
        for (uint64_t done = 0; done < plan.frames; ++done) {
            reports.begin_frame(plan);
            reports.enter(FramePart::steps);
            world.step(1);
            reports.enter(FramePart::profiler);
            take_reports(world, plan, reports);
            reports.enter(FramePart::other);
            progress.update(done + 1);
            throw_if_interrupted();
        }
        reports.enter(FramePart::steps);  // all that are still in flight
        world.finish();
        reports.enter(FramePart::profiler);
        take_reports(world, plan, reports);
        reports.begin_frame(plan);
    } catch (const Interrupted&) {
    }
}

uint64_t shape_bytes(const sim::World& world) { return sim::shape_bytes(world.config().scene.shapes); }

/// Shapes are there once, for however many bodies.
double bytes_a_body(const sim::World& world) {
    return double(world.bytes() - shape_bytes(world)) / world.config().bodies;
}

Json times_json(const StageSummary& stage) {
    return {{"name", stage.name},     {"p50_ms", stage.p50_ms}, {"p90_ms", stage.p90_ms},
            {"p99_ms", stage.p99_ms}, {"max_ms", stage.max_ms}, {"bytes", stage.bytes}};
}

Json report_json(const Options& options, const Reports& reports, const Plan& plan, const sim::World& world,
                 const std::string& state) {
    const sim::WorldConfig& config = world.config();
    Json stages = Json::array();
    for (const StageSummary& stage : reports.measured.stages()) stages.push_back(times_json(stage));
    Json sums = Json::array();
    if (const StageSummary sum = reports.measured.sorting(); !sum.name.empty())
        sums.push_back(times_json(sum));
    const StageSummary step = reports.measured.step();
    const auto measured = [&](double value) { return plan.frames > 0 ? Json(value) : Json(nullptr); };
    return {{"schema", 1},
            {"kind", "profile"},
            {"date", utc_text()},
            {"arguments", options.words},
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
            {"steps_per_second", measured(reports.measured.steps_per_second())},
            {"step",
             {{"p50_ms", measured(step.p50_ms)},
              {"p90_ms", measured(step.p90_ms)},
              {"p99_ms", measured(step.p99_ms)},
              {"max_ms", measured(step.max_ms)}}},
            {"stages", stages},
            {"sums", sums},
            {"counters",
             counters_json(reports.last, reports.measured.sorts(), reports.measured.column_changes(), world)},
            {"bytes", world.bytes()},
            {"shape_bytes", shape_bytes(world)},
            {"bytes_per_body", bytes_a_body(world)},
            {"state", state}};
}

constexpr size_t kWidth = 80;

std::string line(const std::string& text) { return wrapped(text, kWidth, 0, 2) + '\n'; }

std::string or_dash(std::optional<uint32_t> number) { return number ? std::to_string(*number) : "-"; }

/// What an engine with more than one path did: nothing for the others.
std::string sorts_text(const Reports& reports, const std::string& engine, uint32_t bodies) {
    const SortSummary sorts = reports.measured.sorts();
    if (sorts.paths.empty()) return "";
    std::string text;
    for (const SortSummary::Path& path : sorts.paths) {
        if (path.sorts > 0) text += (text.empty() ? "" : ", ") + path.name + " " + std::to_string(path.sorts);
    }
    text = "sort paths: " + (text.empty() ? "none" : text);
    const std::string why = path_reason(reports.last, engine, bodies);
    const ColumnChanges changes = reports.measured.column_changes();
    const std::string changed = "; columns changed " + counted(changes.count, "time");
    const std::string end = changes.count > 0 ? changed : "";
    if (!sorts.max_shift) {
        if (!why.empty()) text += "; last step: " + why;
        return line(text + "; windows, movers and largest shift: not measured by these" + end);
    }
    std::optional<uint32_t> windows, movers, shift;
    if (measures_shift(reports.last)) {
        windows = reports.last.sort_windows;
        movers = reports.last.sort_movers;
        shift = reports.last.sort_max_shift;
    }
    return line(text + "; last step: " + (why.empty() ? "" : why + "; ") + "windows " + or_dash(windows) +
                ", movers " + or_dash(movers) + ", largest shift " + or_dash(shift) +
                "; largest where measured: windows " + or_dash(sorts.max_windows) + ", movers " +
                or_dash(sorts.max_movers) + ", shift " + or_dash(sorts.max_shift) + end);
}

std::string heading(const Plan& plan, const sim::WorldConfig& config) {
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
    return text;
}

/// Where the steps measured the way to the first contact, and so next to nothing of what contacts cost.
std::string no_contact_text(const Reports& reports, const Plan& plan) {
    if (reports.measured.any_contact()) return "";
    return line(
        "note: no contact in the " + counted(plan.frames - plan.warmup, "measured step") +
        ": the times are those of bodies that move freely; --warmup N and more --frames measure later steps");
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

/// Of a table that has such a row.
std::string cached_note(const Profiler& measured, double memory_gb_per_s) {
    std::vector<StageSummary> rows = measured.stages();
    rows.push_back(measured.step());
    rows.push_back(measured.sorting());
    const auto above = [&](const StageSummary& row) { return row.gb_per_s > memory_gb_per_s; };
    return std::any_of(rows.begin(), rows.end(), above) ? line(cached_text(memory_gb_per_s)) : "";
}

void print_report(std::ostream& out, const Options& options, const Reports& reports, const Plan& plan,
                  const sim::World& world) {
    const sim::WorldConfig& config = world.config();
    out << heading(plan, config);
    if (plan.frames == 0 || reports.measured.steps() == 0) return;
    out << '\n';
    const double memory = memory_gb_per_s(config.backend);
    print_table(out, reports.measured, memory);
    char rate[64];
    std::snprintf(rate, sizeof rate, "%.1f", reports.measured.steps_per_second());
    const sim::Counters& last = reports.last;
    out << '\n'
        << rate << " steps per second\n"
        << cached_note(reports.measured, memory)
        << line("last step: " + counted(last.pairs, "pair") + ", " + counted(last.contacts, "contact") +
                ", " + std::to_string(last.passes_run) + " of " +
                counted(last.passes_run + last.passes_skipped, "pass", "passes") + " run, " +
                counted(last.descents, "descent"))
        << wrong_text(last) << sorts_text(reports, config.engine, config.bodies) << ground_text(world, last)
        << gravity_text(world, last) << memory_text(world) << no_contact_text(reports, plan);
    if (options.passes) {
        out << line(
            "--passes: the table sums the passes of a sort in the row `sort`; single passes are in "
            "--csv FILE and --trace FILE, as `sort/pass 03/count`");
    }
}

/// Of the settings alone.
Json planned_report(const Options& options, const Reports& none, const Plan& plan, const sim::World& world) {
    Json report = report_json(options, none, plan, world, "");
    add_samples(report, none.measured);
    return report;
}

void print_interrupted(std::ostream& out, const Options& options, const Reports& reports, Plan plan,
                       const sim::World& world) {
    const uint64_t wanted = plan.frames;
    plan.frames = reports.seen;
    plan.warmup = std::min(plan.warmup, plan.frames);
    out << line("interrupted after " + std::to_string(plan.frames) + " of " + counted(wanted, "step") +
                (reports.measured.steps() == 0 ? ", before the first that is measured" : "") +
                "; no file was written");
    print_report(out, options, reports, plan, world);
    out << std::flush;
}

int run(const ProfileOptions& options) {
    const Plan plan = make_plan(options);
    const bool stdout_taken = takes_stdout({{"--json", options.json},
                                            {"--csv", options.csv},
                                            {"--trace", options.trace},
                                            {"--stages-csv", options.stages_csv}});
    const sim::WorldConfig config = resolve_world(options);
    Baseline baseline(options.baseline, "profile");
    const auto json = open_output(options.json), csv = open_output(options.csv),
               trace = open_output(options.trace), stages_csv = open_output(options.stages_csv);

    const std::unique_ptr<sim::World> world = create_world(config);
    Reports reports(csv != nullptr, trace != nullptr, config.engine);
    if (baseline) baseline.require_comparable(planned_report(options, reports, plan, *world), options.quiet);
    std::ostream& out = stdout_taken ? std::cerr : std::cout;
    const bool prints = !(stdout_taken && options.quiet);
    if (prints) memory_gb_per_s(config.backend);  // before the steps, so that an interrupt finds it there
    run_steps(*world, plan, options.quiet, reports);
    if (interrupted()) {
        if (prints) print_interrupted(out, options, reports, plan, *world);
        throw_if_interrupted();
    }
    const bool hash = options.hash || json;
    const std::string state = hash ? state_text(sim::state_hash(world->snapshot())) : "";

    // Write the files, then appear: a failure in one leaves none of the others half done.
    Json report;
    if (json || baseline) {
        report = report_json(options, reports, plan, *world, state);
        add_samples(report, reports.measured);
    }
    if (baseline) baseline.compare_with(report);
    if (json) json->stream() << pretty_json(report) << '\n';
    if (stages_csv) write_stages_csv(stages_csv->stream(), reports.measured);
    if (csv) write_csv(csv->stream(), reports.measured);
    if (trace) {
        write_trace(trace->stream(), reports.timeline, reports.measured.sort_path_names(),
                    config.backend == sim::Backend::cuda ? "steps, CUDA" : "steps, CPU");
    }
    for (OutputStream* file : {json.get(), csv.get(), trace.get(), stages_csv.get()}) {
        if (file) file->commit();
    }

    if (prints) print_report(out, options, reports, plan, *world);
    if (prints && baseline) baseline.print(out, TableForm::plain);
    if (options.hash) out << "state " << state << '\n';
    if (reports.seen < plan.frames && !options.quiet) {
        std::cerr << "sweeplab: " << reports.seen << " of " << plan.frames << " steps were reported\n";
    }
    require_right_state(reports.last, options.allow_outside);
    baseline.check();
    return 0;
}

const bool registered = add_command<ProfileOptions>(
    {"profile", 30, "Runs N steps without drawing and prints a table of stage times.",
     "  sweeplab profile --scene gas --bodies 10k --frames 300\n"
     "  sweeplab profile --frames 100 --json report.json --trace trace.json --hash\n"
     "  sweeplab profile --frames 100 --baseline report.json --fail-above 1.05\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
