// `sweeplab render`: the window's pictures without a display.
#include "app/base/errors.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/measure/wrong_state.h"
#include "app/view/film.h"
#include "app/view/session/session.h"

namespace app {
namespace {

struct RenderOptions : FilmOptions {
    bool allow_outside = false;
};

void declare_flags(Flags& flags, RenderOptions& options) {
    flags.text("-o,--output", "FILE", "out.png: the last frame; out_%04d.png or out.mp4: every frame",
               options.output, Flags::Names::output);
    flags.count("--frames", "frames to draw; 0: the state at the start [300]", options.frames);
    picture_flags(flags, options, "[1280x720]", "[1]", "[dark]",
                  "still for one picture; for several low with software OpenGL, otherwise high",
                  "that of the camera's target", "[1]");
    flags.count(
        "--freeze",
        "freezes the last step's sort: the picture shows the keys after so many of its passes; 0: before it",
        options.moment);
    film_flags(flags, options);
    flags.flag(kAllowOutside, kAllowOutsideMeaning, options.allow_outside);
    simulation_flags(flags, options);
}

constexpr uint64_t kDefaultFrames = 300;

int run(const RenderOptions& options) {
    if (options.output.empty()) throw BadUsage("render needs an output: -o out.png, out_%04d.png or out.mp4");
    const uint32_t steps = options.steps_per_frame ? options.steps_per_frame : 1;
    FilmPlan plan;
    plan.frames = options.frames.value_or(kDefaultFrames);
    plan.steps = plan.frames * steps;
    plan.step = [steps](Session& session) { session.simulation.step_exactly(steps); };
    sim::Counters last;
    plan.end = [&last](Session& session) { last = session.simulation.world().counters(); };
    make_film(options, resolve_world(options), plan);
    require_right_state(last, options.allow_outside);
    return 0;
}

const bool registered =
    add_command<RenderOptions>({"render", 20, "Draws the same pictures without a display.",
                                "  sweeplab render -o pile.png --frames 100 --steps-per-frame 40 --ui\n"
                                "  sweeplab render -o pile.mp4 --frames 600 --size 1920x1080 --ui\n"},
                               declare_flags, run);

}  // namespace
}  // namespace app
