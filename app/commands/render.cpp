// `sweeplab render`: the window's pictures without a display.
#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/frames/frame_feed.h"
#include "app/io/outputs/named_outputs.h"
#include "app/io/tables/state_file.h"
#include "app/measure/wrong_state.h"
#include "app/view/film.h"
#include "app/view/session/session.h"

namespace app {
namespace {

struct RenderOptions : FilmOptions {
    bool allow_outside = false;
    std::string save;
    std::optional<uint64_t> frame;  // of --data, by its number
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
    flags.not_with(kDataFlag, kOfScenes);
    flags.text("--save", "FILE",
               "state.npy or state.vtk: the state at the end, as columns; state_%06d.npy: of every frame",
               options.save, Flags::Names::output);
    flags.flag(kAllowOutside, kAllowOutsideMeaning, options.allow_outside);
    flags.not_with("");
    film_flags(flags, options);
    data_flag(flags, options);
    flags.only_with(kDataFlag, "; --frames says how many are drawn");
    flags.count("--frame", "of --data: draws the frame with this number in its name, or index in its file",
                options.frame);
    flags.only_with("");
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

/// Returns the step of a run of frames that shows --frame. Throws BadUsage where there is no such, and BadFile where it
/// cannot be read.
uint64_t step_of(const FrameSet& set, uint64_t number) {
    if (const auto frame = set.frame_of(number)) {
        const std::string why = why_not_shown(set, *frame, set.read(*frame));
        if (!why.empty()) throw BadFile(set.path() + ": " + why);
        return *frame + 1;
    }
    throw BadUsage("--frame " + std::to_string(number) + ": " + set.path() +
                   " has no frame with this number; they are " + std::to_string(set.number(0)) + " to " +
                   std::to_string(set.number(set.size() - 1)));
}

/// Draws frames of files: one, or all of them in turn, up to --frames. Returns 1 where one could not be read.
int draw_data(const RenderOptions& options, const sim::WorldConfig& config) {
    const FrameSet set(data_path(options.scene));
    const uint64_t each = options.steps_per_frame ? options.steps_per_frame : 1;
    const uint64_t first = options.frame ? step_of(set, *options.frame) : 1;
    const uint64_t left = (set.size() - first) / each + 1;
    FilmPlan plan;
    plan.frames = std::min(options.frames.value_or(options.frame ? 1 : left), left);
    plan.steps = plan.frames == 0 ? first : first + (plan.frames - 1) * each;
    plan.begin = [&](Session& session) { session.simulation.go_to(first); };
    plan.step = [&, begun = false](Session& session) mutable {
        if (std::exchange(begun, true)) session.simulation.step_exactly(uint32_t(each));
    };
    std::map<size_t, std::string> faults;
    plan.end = [&](Session& session) { faults = session.simulation.feed()->faults(); };
    make_film(options, config, plan);
    bool missed = false;
    for (const auto& [frame, fault] : faults) {
        if (frame + 1 < first) continue;  // on the way to the first that is drawn
        std::cerr << "sweeplab: " << fault << '\n';
        missed = true;
    }
    return missed ? 1 : 0;
}

int run(const RenderOptions& given) {
    RenderOptions options = given;
    if (options.output.empty()) throw BadUsage("render needs an output: -o out.png, out_%04d.png or out.mp4");
    choose_data(options);
    choose_preset(options);
    if (!options.data.empty()) {
        return draw_data(options, resolve_scene_or_data(options));
    }
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
    const sim::WorldConfig config = resolve_world(options);
    refuse_overwriting({config.scene.spawn_file}, {{"--save", options.save}});
    make_film(options, config, plan);
    require_right_state(last, options.allow_outside);
    return 0;
}

const bool registered =
    add_command<RenderOptions>({"render", 20, "Draws the same pictures without a display.",
                                "  sweeplab render -o pile.png --frames 100 --steps-per-frame 40 --ui\n"
                                "  sweeplab render -o pile.mp4 --frames 600 --size 1920x1080 --ui\n"
                                "  sweeplab render -o gas.png --scene gas --frames 60 --save state_%06d.vtk\n"
                                "  sweeplab render --data my_frames --frame 1 -o frame.png --colour shift\n"},
                               declare_flags, run);

}  // namespace
}  // namespace app
