// `sweeplab profile`: runs N steps without drawing, then says where the time went.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbered_name.h"
#include "app/base/progress.h"
#include "app/base/text/json_text.h"
#include "app/base/text/names.h"
#include "app/base/wall_clock.h"
#include "app/bench/common/baseline.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/presets.h"
#include "app/cli/resolve.h"
#include "app/cli/sort_auto.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/named_outputs.h"
#include "app/io/tables/state_file.h"
#include "app/measure/frames/trace.h"
#include "app/measure/memory_rate.h"
#include "app/measure/profile/profile_report.h"
#include "app/measure/profile/profile_samples.h"
#include "app/measure/profile/profiler_stages.h"
#include "app/measure/profile/stages_csv.h"
#include "app/measure/report_facts.h"
#include "app/measure/wrong_state.h"
#include "sim/snapshot.h"
#include "sort/base/errors.h"

namespace app {
namespace {

struct ProfileOptions : Options {
    std::string trace, stages_csv, save;
    BaselineOptions baseline;
    std::optional<double> seconds;  // simulated, to measure
    bool hash = false;
    bool allow_outside = false;
};

void declare_flags(Flags& flags, ProfileOptions& options) {
    flags.count("--frames",
                "steps to run; 0, with --hash, --json or --save only: the state at the start [300]",
                options.frames);
    flags.read("--seconds", "S",
               "instead of --frames: steps of S simulated seconds, after those before the scene's lead_s, "
               "which are warm-up",
               [&options](const std::string& word) { options.seconds = parse_seconds("--seconds", word); });
    flags.count(
        "--warmup",
        "steps at the start that are not in the statistics [20, at most a quarter]; where bodies fall "
        "freely at first measure later: chairs with 400, landscape with 8k, and more --frames than that",
        options.warmup);
    flags.text("--json", "FILE|-", "the report for programs, with all that is needed to repeat it",
               options.json, Flags::Names::output);
    flags.text("--csv", "FILE|-", "one row per timed part of a step", options.csv, Flags::Names::output);
    flags.text("--stages-csv", "FILE|-", "one row per stage: totals, mean, deviation, percentiles, in ns",
               options.stages_csv, Flags::Names::output);
    flags.text("--trace", "FILE|-", "Chrome trace events, for Perfetto", options.trace, Flags::Names::output);
    flags.text("--save", "FILE", "the state after the last step, as columns of a .npy or as a .vtk",
               options.save, Flags::Names::output);
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

/// Returns the steps of `seconds` simulated seconds, at least one.
uint64_t steps_of(double seconds, const sim::Scene& scene) {
    const double steps = std::max(std::round(seconds / double(scene.physics.time_step_s)), 1.0);
    if (steps > 1e15) throw sort::OverLimit("--seconds: more than 10^15 steps");
    return static_cast<uint64_t>(steps);
}

/// Checks flags that need no scene to be read. Throws BadUsage.
void require_usable(const ProfileOptions& options) {
    if (options.seconds && options.frames)
        throw BadUsage("--seconds with --frames: one of them says how long");
    if (find_number(options.save))
        throw BadUsage("--save " + options.save +
                       ": a name without a number is expected, for the state after the last step alone");
    const uint64_t frames = options.frames.value_or(300);
    if (frames == 0 && !options.baseline.file.empty())
        throw BadUsage("--baseline with --frames 0: no step to compare");
    if (frames == 0 && !options.hash && options.json.empty() && options.save.empty()) {
        throw BadUsage(
            "--frames 0: no step to time; with --hash it prints the state before the first one, with --save it writes it");
    }
}

ProfilePlan make_plan(const ProfileOptions& options, const sim::Scene& scene) {
    uint64_t frames = options.frames.value_or(300);
    uint64_t warmup = 0;
    if (options.seconds) {
        frames = steps_of(*options.seconds, scene);
        if (scene.camera.lead_s > 0) warmup = steps_of(scene.camera.lead_s, scene);
    }
    const uint64_t usual = std::min<uint64_t>(20, frames / 4);
    frames += warmup;
    warmup = options.warmup.value_or(std::max(warmup, usual));
    if (warmup >= std::max<uint64_t>(frames, 1)) {
        throw BadUsage("--warmup " + std::to_string(warmup) + " with --frames " + std::to_string(frames) +
                       ": no frame would be left to time; a warm-up of fewer than " +
                       counted(frames, "frame") + " is expected");
    }
    return {frames, warmup, options.words, options.passes};
}

constexpr size_t kRowsAtOnce = 65'536;  // steps whose rows wait until they are written

/// Takes the same memory however many steps there are.
struct ProfileReports : ProfileResult {
    ProfileReports(OutputStream* csv, bool traces, const sim::WorldConfig& config)
        : ProfileResult{Profiler(0, csv != nullptr)}, rows(csv) {
        traced = traces;
        engine_reason = config.engine_reason;
        measured.name_sort_paths(sort_paths_of(config.engine));
        if (rows) write_csv_heading(rows->stream());
    }

    void write_rows() {
        if (!rows) return;
        write_csv_rows(rows->stream(), measured);
        measured.forget_reports();
    }

    /// Takes another engine for the next steps; what was measured with the one before is left out of the statistics.
    void change_engine(sim::World& world, const SortChoice& choice) {
        engine_reason = choice.reason;
        if (choice.engine == world.config().engine) return;
        world.set_engine(choice.engine);
        write_rows();
        measured.clear();
        measured.name_sort_paths(sort_paths_of(choice.engine));
        engine_since = world.counters().completed_steps;
    }

    /// A frame begins: what the one before took, if it was no warm-up, is known.
    void begin_frame(const ProfilePlan& plan) {
        if (!traced) return;
        const FrameTimes* ended = clock.begin(now_s());
        if (ended && ended->number > plan.warmup) timeline.add(*ended);
    }
    void enter(FramePart part) {
        if (traced) clock.enter(part, now_s());
    }

    OutputStream* rows;                  // null: none are asked for
    std::optional<SortReview> review{};  // of --sort auto
    std::optional<KeyFacts> changed{};   // what to choose another engine for
    FrameClock clock;                    // this and the next for the trace
    FrameTimeline timeline{kTracedSteps};
};

void take_reports(sim::World& world, const ProfilePlan& plan, ProfileReports& reports) {
    std::vector<sim::StepReport> ready;
    world.poll(ready);
    for (const sim::StepReport& report : ready) {
        ++reports.seen;
        reports.last = report.counters;
        if (reports.review)
            if (const auto input = reports.review->add(key_facts_of(report))) reports.changed = input;
        if (report.step <= std::max(plan.warmup, reports.engine_since)) continue;
        reports.measured.add(report);
        if (reports.measured.history().size() >= kRowsAtOnce) reports.write_rows();
        if (reports.traced) reports.timeline.add(report, world.clock_zero_s());
    }
}

/// Ends early, with the reports that have come, once the user wants to stop: a device is not waited for.
void run_steps(sim::World& world, const ProfilePlan& plan, bool quiet, ProfileReports& reports) {
    Progress progress("steps", plan.frames, quiet);
    try {
        for (uint64_t done = 0; done < plan.frames; ++done) {
            reports.begin_frame(plan);
            reports.enter(FramePart::steps);
            world.step(1);
            reports.enter(FramePart::profiler);
            take_reports(world, plan, reports);
            if (reports.changed && done + 1 < plan.frames)
                reports.change_engine(world, choose_sort(reports.review->times(), *reports.changed));
            reports.changed.reset();
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

/// Returns the report before any step: its settings alone.
nlohmann::ordered_json planned_report(const ProfileReports& none, const ProfilePlan& plan,
                                      const sim::World& world) {
    nlohmann::ordered_json report = profile_json(none, plan, world, "");
    add_samples(report, none.measured);
    return report;
}

/// Runs the steps and prints the report. It is printed even when memory runs out, from memory that was
/// reserved for it.
void run_steps_and_report(sim::World& world, const ProfilePlan& plan, const ProfileOptions& options,
                          ProfileReports& reports, std::ostream* out) {
    constexpr size_t kRoomToTell = size_t{32} << 20;
    std::unique_ptr<char[]> room(new char[kRoomToTell]);  // not written: takes addresses alone
    const auto report_end = [&](const std::string& why) {
        room.reset();
        if (out && (why == "interrupted" || reports.measured.steps() > 0))
            print_ended_early(*out, why, reports, plan, world);
    };
    try {
        run_steps(world, plan, options.quiet, reports);
    } catch (const sort::OverLimit&) {
        report_end("over a limit");
        throw;
    } catch (const std::bad_alloc&) {
        report_end("out of memory");
        throw;
    }
    if (interrupted()) report_end("interrupted");
    throw_if_interrupted();
}

int run(const ProfileOptions& given) {
    ProfileOptions options = given;
    require_usable(options);
    apply_preset_and_report(options);
    const bool stdout_taken = takes_stdout({{"--json", options.json},
                                            {"--csv", options.csv},
                                            {"--trace", options.trace},
                                            {"--stages-csv", options.stages_csv}});
    const sim::WorldConfig config = resolve_world(options);
    const ProfilePlan plan = make_plan(options, config.scene);
    Baseline baseline(options.baseline, "profile");
    const auto json = open_output(options.json), csv = open_output(options.csv),
               trace = open_output(options.trace), stages_csv = open_output(options.stages_csv);
    std::optional<StateFile> save;
    refuse_overwriting({config.scene.spawn_file}, {{"--save", options.save}});
    if (!options.save.empty()) save.emplace(options.save);

    const std::unique_ptr<sim::World> world = create_world(config);
    ProfileReports reports(csv.get(), trace != nullptr, config);
    if (options.sort == kAutoSort)
        reports.review.emplace(sort_times_here(config.backend, config.device, config.threads, true));
    if (baseline) baseline.require_comparable(planned_report(reports, plan, *world));
    std::ostream& out = stdout_taken ? std::cerr : std::cout;
    const bool prints = !(stdout_taken && options.quiet);
    if (prints) memory_gb_per_s(config.backend);  // before the steps, so that an interrupt finds it there
    run_steps_and_report(*world, plan, options, reports, prints ? &out : nullptr);
    const bool hash = options.hash || json;
    const std::string state = hash ? state_text(sim::state_hash(world->snapshot())) : "";

    // Write the files, then appear: a failure in one leaves none of the others half done.
    nlohmann::ordered_json report;
    if (json || baseline) {
        report = profile_json(reports, plan, *world, state);
        add_samples(report, reports.measured);
    }
    if (baseline) baseline.compare_with(report);
    if (json) json->stream() << pretty_json(report) << '\n';
    if (save) save->write(world->snapshot());
    if (stages_csv) write_stages_csv(stages_csv->stream(), reports.measured);
    reports.write_rows();
    if (trace) {
        write_trace(trace->stream(), reports.timeline, reports.measured.sort_path_names(),
                    config.backend == sim::Backend::cuda ? "steps, CUDA" : "steps, CPU");
    }
    for (OutputStream* file : {json.get(), csv.get(), trace.get(), stages_csv.get()}) {
        if (file) file->commit();
    }
    if (save) save->commit();

    if (prints) print_profile(out, reports, plan, *world);
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
     "  sweeplab profile --scene gas --frames 100 --save gas.npy\n"
     "  sweeplab profile --frames 100 --baseline report.json --fail-above 1.05\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
