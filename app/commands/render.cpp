// `sweeplab render`: the window's pictures without a display.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>

#include "app/ask/command.h"
#include "app/ask/option_flags.h"
#include "app/ask/resolve.h"
#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/names.h"
#include "app/base/progress.h"
#include "app/view/frame.h"
#include "app/view/session/sort_freeze.h"
#include "app/view/session/view_options.h"
#include "sort/base/errors.h"

namespace app {
namespace {

struct RenderOptions : ViewOptions {
    bool ui = false;
};

void declare_flags(Flags& flags, RenderOptions& options) {
    flags.text("-o,--output", "FILE", "out.png: the last frame; out_%04d.png or out.mp4: every frame",
               options.output, Flags::Names::output);
    flags.count("--frames", "frames to draw; 0: the state at the start [300]", options.frames);
    picture_flags(flags, options, "[1280x720]", "[1]", "[dark]",
                  "still for one picture; for several low with software OpenGL, otherwise high",
                  "that of the camera's target");
    flags.count(
        "--freeze",
        "freezes the last step's sort: the picture shows the keys after so many of its passes; 0: before it",
        options.moment);
    flags.flag("--ui", "with the panels", options.ui);
    simulation_flags(flags, options);
}

constexpr uint64_t kDefaultFrames = 300;
constexpr double kFrame_s = 1.0 / kFilmRate;
constexpr int kDefaultWidth = 1280, kDefaultHeight = 720;

/// "1280x720 pixels", as they are in the file.
std::string size_text(const std::string& output, int width, int height) {
    const int odd = output.ends_with(".mp4") ? 1 : 0;
    return std::to_string(width + (width & odd)) + "x" + std::to_string(height + (height & odd)) + " pixels";
}

/// What was written, for people.
void report(const ViewOptions& options, bool every_frame, uint64_t frames, const std::string& size,
            Session& session) {
    if (options.quiet || options.output == "-") return;
    const std::string steps =
        counted(frames * (options.steps_per_frame ? options.steps_per_frame : 1), "step");
    const sim::WorldConfig& world = session.world().config();
    const std::string what = every_frame ? counted(frames, "frame") + " of " + size : size;
    std::cerr << options.output << ": " << what << "; " << world.scene.name << ", "
              << counted(world.bodies, "body", "bodies") << ", " << steps << '\n';
    if (const SortFreeze* const freeze = session.frozen())
        std::cerr << "sort copied and done once more in " << std::lround(freeze->took_ms()) << " ms\n";
}

/// Of how many sub-pictures each picture is made; 0: none.
uint32_t still_parts(const RenderOptions& options, bool every_frame) {
    const bool still = options.quality == kQualityNames[size_t(Quality::still)] ||
                       (options.quality == "auto" && !every_frame);
    if (!still && options.aperture_percent > 0) throw BadUsage("--aperture needs --quality still");
    return !still ? 0 : every_frame ? kVideoParts : kStillParts;
}

/// Every frame is finished before it is drawn, so that a picture shows exactly its steps.
void step_frame(Session& session, uint32_t steps) {
    session.step_exactly(steps);
    session.world().finish();
    throw_if_interrupted();
}

void freeze_at(Session& session, uint64_t moment) {
    const uint32_t bodies = session.world().bodies().count;
    if (bodies > kMostFrozenBodies) throw sort::OverLimit(too_many_to_freeze(bodies));
    session.freeze_sort(true);
    if (!session.frozen()) throw BadUsage("--freeze: " + session.message);
    const int last = session.frozen()->moments() - 1;
    if (moment > uint64_t(last))
        throw BadUsage("--freeze " + std::to_string(moment) + ": this sort has the moments 0 to " +
                       std::to_string(last));
    session.frozen()->go_to(int(moment));
}

int run(const RenderOptions& options) {
    if (options.output.empty()) throw BadUsage("render needs an output: -o out.png, out_%04d.png or out.mp4");
    const uint64_t frames = options.frames.value_or(kDefaultFrames);
    const uint32_t steps = options.steps_per_frame ? options.steps_per_frame : 1;

    // Everything that can be missing is looked for before the work starts.
    const sim::WorldConfig config = resolve_world(options);
    const int width = options.width ? options.width : kDefaultWidth;
    const int height = options.height ? options.height : kDefaultHeight;
    const std::string size = size_text(options.output, width, height);
    const auto pictures = open_pictures(options.output, width, height);
    if (options.camera_path != kCameraPathNames[0] && !pictures->wants_every_frame())
        throw BadUsage("--camera-path needs several pictures: -o out.mp4 or out_%04d.png");
    if (options.moment && pictures->wants_every_frame())
        throw BadUsage("--freeze needs one picture: -o out.png");
    const int cuda_device = config.backend == sim::Backend::cuda ? config.device : -1;
    const auto context = open_offscreen(width, height, cuda_device);
    Session session(options, config);
    session.set_path_length(static_cast<double>(frames) * kFrame_s);
    const uint32_t parts = still_parts(options, pictures->wants_every_frame());
    const auto scene = parts > 0 ? nullptr
                                 : SceneRenderer::create(options.interop, options.shaders_dir,
                                                         {.quality = session.draw.quality});
    const auto ui = options.ui ? std::make_unique<Ui>() : nullptr;
    UiState state;
    state.axis_strip = options.axis_strip;
    Frame frame(*context, session, scene.get(), ui.get(), state);
    if (!options.quiet && options.output.ends_with(".mp4") && ((width | height) & 1)) {
        std::cerr << "sweeplab: a video has even sides: " << size << " instead of " << width << "x" << height
                  << '\n';
    }
    if (parts > 0) frame.still();  // wrong shaders are said before the work starts
    if (options.interop == "on") frame.draw(parts > 0 ? 1 : 0);  // refuses where it cannot be

    {
        Progress progress("frames", frames, options.quiet);
        for (uint64_t done = 0; done < frames; done++) {
            step_frame(session, steps);
            if (pictures->wants_every_frame()) {
                session.follow_exactly(done == 0 ? 0 : kFrame_s);
                frame.draw(parts, [](uint32_t) { throw_if_interrupted(); });
                pictures->add(frame.picture());
            } else {
                session.collect(0);
            }
            progress.update(done + 1);
        }
    }
    if (!pictures->wants_every_frame()) {
        session.follow_exactly(0);
        if (options.moment) freeze_at(session, *options.moment);
        Progress progress("sub-pictures", parts, options.quiet);
        frame.draw(parts, [&](uint32_t done) {
            throw_if_interrupted();
            progress.update(done);
        });
        pictures->add(frame.picture());
    }
    throw_if_interrupted();
    pictures->finish();
    report(options, pictures->wants_every_frame(), frames, size, session);
    return 0;
}

const bool registered =
    add_command<RenderOptions>({"render", 20, "Draws the same pictures without a display.",
                                "  sweeplab render -o pile.png --frames 100 --steps-per-frame 40 --ui\n"
                                "  sweeplab render -o pile.mp4 --frames 600 --size 1920x1080 --ui\n"},
                               declare_flags, run);

}  // namespace
}  // namespace app
