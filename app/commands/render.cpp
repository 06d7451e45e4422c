// `sweeplab render`: the window's pictures without a display.
#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/io/tables/state_file.h"
#include "app/measure/wrong_state.h"
#include "app/view/film.h"
#include "app/view/session/session.h"

namespace app {
namespace {

struct RenderOptions : FilmOptions {
    bool allow_outside = false;
    std::string save;
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
    flags.text("--save", "FILE",
               "state.npy or state.vtk: the state at the end, as columns; state_%06d.npy: of every frame",
               options.save, Flags::Names::output);
    film_flags(flags, options);
    flags.flag(kAllowOutside, kAllowOutsideMeaning, options.allow_outside);
    simulation_flags(flags, options);
}

constexpr uint64_t kDefaultFrames = 300;

/// The states that --save wants: the last one, or one per frame.
class SavedStates {
public:
    explicit SavedStates(const std::string& path) {
        if (path.empty()) return;
        require_state_name(path);
        numbered_ = find_number(path);
        if (!numbered_) last_.emplace(path);
    }

    void save_frame(sim::World& world, uint64_t frame) const {
        if (!numbered_) return;
        StateFile file(numbered_->name(frame));
        file.write(world.snapshot());
        file.commit();
    }
    void save_last(sim::World& world) {
        if (!last_) return;
        last_->write(world.snapshot());
        last_->commit();
    }

private:
    std::optional<NumberedName> numbered_;
    std::optional<StateFile> last_;
};

int run(const RenderOptions& options) {
    if (options.output.empty()) throw BadUsage("render needs an output: -o out.png, out_%04d.png or out.mp4");
    const uint32_t steps = options.steps_per_frame ? options.steps_per_frame : 1;
    FilmPlan plan;
    plan.frames = options.frames.value_or(kDefaultFrames);
    plan.steps = plan.frames * steps;
    SavedStates states(options.save);
    uint64_t frame = 0;
    plan.step = [&](Session& session) {
        session.simulation.step_exactly(steps);
        states.save_frame(session.simulation.world(), frame++);
    };
    sim::Counters last;
    plan.end = [&](Session& session) {
        last = session.simulation.world().counters();
        states.save_last(session.simulation.world());
    };
    make_film(options, resolve_world(options), plan);
    require_right_state(last, options.allow_outside);
    return 0;
}

const bool registered = add_command<RenderOptions>(
    {"render", 20, "Draws the same pictures without a display.",
     "  sweeplab render -o pile.png --frames 100 --steps-per-frame 40 --ui\n"
     "  sweeplab render -o pile.mp4 --frames 600 --size 1920x1080 --ui\n"
     "  sweeplab render -o gas.png --scene gas --frames 60 --save state_%06d.vtk\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
