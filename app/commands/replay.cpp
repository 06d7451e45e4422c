// `sweeplab replay`: does a recorded run again.
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/base/errors.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/gl/capture.h"
#include "app/measure/report_facts.h"
#include "app/run/camera_path.h"
#include "app/run/lone_world.h"
#include "app/run/run_check.h"
#include "app/view/film.h"
#include "app/view/session/session.h"

namespace app {
namespace {

struct ReplayOptions : FilmOptions {
    std::string run_file;
    bool check = false;
};

void declare_flags(Flags& flags, ReplayOptions& options) {
    flags.text("run", "RUN.toml", "a run, as `view --record` writes it", options.run_file,
               Flags::Names::input);
    flags.flag("--check",
               "compares each recorded state, and names the first step that differs [the last one alone]",
               options.check);
    flags.text("-o,--output", "FILE",
               "renders it: out.mp4 or out_%04d.png; out.png: the state at the end [no pictures]",
               options.output, Flags::Names::output);
    flags.count("--frames", "frames to draw [all of the run]", options.frames);
    picture_flags(flags, options, "[1280x720]", "[as many as real time takes, at 60 frames per second]",
                  "[dark]", "still for one picture; for several low with software OpenGL, otherwise high",
                  "that of the camera's target", "[1]");
    film_flags(flags, options);
    broad_phase_flag(flags, options);
    engine_flags(flags, options);
}

sim::WorldConfig config_of(const ReplayOptions& options, const RunFile& run) {
    Options own = options;
    own.bodies = run.bodies;
    own.seed = run.seed;
    sim::WorldConfig config = resolve_world_of(own, run.scene);
    config.scene.file = options.run_file;
    return config;
}

void step_all(const ReplayOptions& options, const RunFile& run, RunCheck& check) {
    constexpr uint64_t kAtOnce = 64;  // steps between two updates of the progress
    LoneWorld holder(config_of(options, run));
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 0});
    playback.save_each(UINT32_MAX);  // it never goes back
    playback.load(run.events, run.steps);
    Progress progress("steps", run.steps, options.quiet);
    uint64_t count = 0;
    do {
        check.advance(
            playback.step(), count, [&](uint32_t steps) { playback.advance(steps); },
            [&]() -> sim::World& { return holder.world(); });
        progress.update(playback.step());
        count = std::min(kAtOnce, run.steps - playback.step());
    } while (count > 0);
}

/// Steps per frame at which the film is as fast as the bodies.
uint32_t real_time_steps(const sim::Physics& physics) {
    return uint32_t(std::clamp(std::lround(1 / (kFilmRate * double(physics.time_step_s))), 1L, 1000000L));
}

bool asks_for_camera(const ViewOptions& options) {
    return options.camera.start || options.camera.preset != CameraPreset::start ||
           options.camera_path != kCameraPathNames[0];
}

void film_all(const ReplayOptions& options, const RunFile& run, RunCheck& check) {
    const uint64_t each =
        options.steps_per_frame ? options.steps_per_frame : real_time_steps(run.scene.physics);
    FilmPlan plan;
    const uint64_t all = std::max<uint64_t>((run.steps + each - 1) / each, 1);
    plan.frames = std::min(options.frames.value_or(all), all);
    plan.steps = std::min(plan.frames * each, run.steps);
    plan.begin = [&](Session& session) { session.simulation.load_run(run.events, run.steps); };
    plan.step = [&](Session& session) {
        const uint64_t done = session.simulation.run().step();
        check.advance(
            done, std::min(each, run.steps - done),
            [&](uint32_t steps) { session.simulation.step_exactly(steps); },
            [&]() -> sim::World& { return session.simulation.world(); });
    };
    if (!run.camera.empty() && !asks_for_camera(options)) {
        plan.aim = [&](Session& session) {
            const sim::CameraStart at = camera_at(run.camera, double(session.simulation.run().step()));
            session.view.camera = Camera::from(at, session.simulation.world().container());
        };
    }
    ReplayOptions own = options;
    own.scene = run.scene.name;
    make_film(own, config_of(options, run), plan);
}

int run(const ReplayOptions& options) {
    if (options.run_file.empty()) throw BadUsage("replay: a run is expected: `sweeplab replay RUN.toml`");
    const RunFile run = read_run(options.run_file);
    RunCheck check(run, options.run_file, options.check);
    if (options.output.empty())
        step_all(options, run, check);
    else
        film_all(options, run, check);
    if (options.check) {
        std::cout << options.run_file << ": " << counted(check.done(), "step")
                  << (check.done() < run.steps ? " of " + grouped(run.steps) : "") << ", "
                  << counted(check.compared(), "recorded state") << ", all equal\n";
    }
    if (check.next() == UINT64_MAX) std::cout << "state " << state_text(check.last()) << '\n';
    return 0;
}

const bool registered = add_command<ReplayOptions>(
    {"replay", 25, "Replays a recorded run, checks its states, or renders it as a video.",
     "  sweeplab replay assets/runs/pull.toml --check\n"
     "  sweeplab replay assets/runs/pull.toml --check --sort std-sort\n"
     "  sweeplab replay assets/runs/pull.toml -o pull.mp4 --size 1920x1080\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
