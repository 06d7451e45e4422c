// `sweeplab replay`: does a recorded run again.
#include <iostream>

#include "app/ask/command.h"
#include "app/ask/option_flags.h"
#include "app/ask/resolve.h"
#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/names.h"
#include "app/base/progress.h"
#include "app/measure/report_facts.h"
#include "app/run/lone_world.h"
#include "app/run/run_check.h"
#include "app/view/session/view_options.h"

namespace app {
namespace {

struct ReplayOptions : ViewOptions {
    std::string run_file;
    bool check = false;
};

void declare_flags(Flags& flags, ReplayOptions& options) {
    flags.text("run", "RUN.toml", "a run, as `view --record` writes it", options.run_file,
               Flags::Names::input);
    flags.flag(
        "--check",
        "compares the state with every recorded hash, and names the first step that differs [with the last one]",
        options.check);
    broad_phase_flag(flags, options);
    engine_flags(flags, options);
}

constexpr uint32_t kAtOnce = 64;  // steps between two looks at the progress, and at an interrupt

std::string steps_text(uint64_t steps) { return counted(steps, "step"); }

/// Steps of a run, with its events; compares on the way.
class Replay {
public:
    Replay(const RunFile& run, const std::string& path, sim::WorldHolder& holder, sim::Playback& playback,
           bool all)
        : path_(path), holder_(holder), playback_(playback), check_(run, path, all) {
        playback_.load(run.events, run.steps);
        look();
    }

    void advance(uint64_t count) {
        while (count > 0) {
            const uint64_t now = std::min({count, check_.next() - playback_.step(), uint64_t{kAtOnce}});
            try {
                playback_.advance(uint32_t(now));
            } catch (const std::invalid_argument& error) {  // of an event
                throw BadFile(path_ + ": event of step " + std::to_string(playback_.step() + 1) + ": " +
                              error.what());
            }
            count -= now;
            look();
            throw_if_interrupted();
        }
    }
    const RunCheck& check() const { return check_; }

private:
    void look() {
        if (playback_.step() == check_.next()) check_.look(holder_.world());
    }

    const std::string path_;
    sim::WorldHolder& holder_;
    sim::Playback& playback_;
    RunCheck check_;
};

sim::WorldConfig config_of(const ReplayOptions& options, const RunFile& run) {
    Options own = options;
    own.bodies = run.bodies;
    own.seed = run.seed;
    sim::WorldConfig config = resolve_world_of(own, run.scene);
    config.scene.file = options.run_file;
    return config;
}

void step_only(const ReplayOptions& options, const RunFile& run) {
    LoneWorld holder(config_of(options, run));
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 0});
    playback.save_each(UINT32_MAX);  // it never goes back
    Progress progress("steps", run.steps, options.quiet);
    Replay replay(run, options.run_file, holder, playback, options.check);
    while (playback.step() < run.steps) {
        replay.advance(std::min<uint64_t>(kAtOnce, run.steps - playback.step()));
        progress.update(playback.step());
    }
    progress.wipe();
    if (options.check) {
        std::cout << options.run_file << ": " << steps_text(run.steps) << ", "
                  << counted(replay.check().compared(), "recorded state") << ", all equal\n";
    }
    std::cout << "state " << state_text(replay.check().last()) << '\n';
}

int run(const ReplayOptions& options) {
    if (options.run_file.empty()) throw BadUsage("replay: a run is expected: `sweeplab replay RUN.toml`");
    const RunFile run = read_run(options.run_file);
    step_only(options, run);
    return 0;
}

const bool registered =
    add_command<ReplayOptions>({"replay", 25, "Does a recorded run again, and compares or films it.",
                                "  sweeplab replay assets/runs/pull.toml --check\n"
                                "  sweeplab replay run.toml --check --sort std-sort --broad-phase sweep\n"
                                "  sweeplab replay run.toml -o run.mp4 --size 1920x1080\n"},
                               declare_flags, run);

}  // namespace
}  // namespace app
