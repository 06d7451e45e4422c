#include "app/view/film.h"

#include <cmath>
#include <iostream>
#include <memory>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/view/frame.h"
#include "app/view/inspect/sort_freeze.h"
#include "app/view/session/session.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kFrame_s = 1.0 / kFilmRate;
constexpr int kDefaultWidth = 1280, kDefaultHeight = 720;

/// "1280x720 pixels", as they are in the file.
std::string size_text(const std::string& output, int width, int height) {
    const int odd = has_ending(output, ".mp4") ? 1 : 0;
    return std::to_string(width + (width & odd)) + "x" + std::to_string(height + (height & odd)) + " pixels";
}

/// Prints to stderr what was written: file, frames, size, world and steps; nothing with --quiet.
void report(const FilmOptions& options, bool every_frame, const FilmPlan& plan, const std::string& size,
            Session& session) {
    if (options.quiet) return;
    const sim::WorldConfig& world = session.simulation.world().config();
    const std::string what = every_frame ? counted(plan.frames, "frame") + " of " + size : size;
    std::cerr << options.output << ": " << what << "; " << world.scene.name << ", "
              << counted(world.bodies, "body", "bodies") << ", " << counted(plan.steps, "step") << '\n';
    if (const SortFreeze* const freeze = session.inspector.frozen())
        std::cerr << "sort copied and done once more in " << std::lround(freeze->took_ms()) << " ms\n";
}

/// Returns the number of sub-pictures of each picture; 0: it is not a still.
uint32_t still_parts(const FilmOptions& options, bool every_frame) {
    const bool still = options.quality == kQualityNames[size_t(Quality::still)] ||
                       (options.quality == "auto" && !every_frame);
    if (!still && options.aperture_percent > 0) throw BadUsage("--aperture needs --quality still");
    return !still ? 0 : every_frame ? kVideoParts : kStillParts;
}

void freeze_at(Session& session, uint64_t moment) {
    const uint32_t bodies = session.simulation.world().bodies().count;
    if (bodies > kMostFrozenBodies) throw sort::OverLimit(too_many_to_freeze(bodies));
    session.inspector.freeze_sort(true);
    if (!session.inspector.frozen()) throw BadUsage("--freeze: " + session.messages.newest());
    const int last = session.inspector.frozen()->moments() - 1;
    if (moment > uint64_t(last))
        throw BadUsage("--freeze " + std::to_string(moment) + ": this sort has the moments 0 to " +
                       std::to_string(last));
    session.inspector.frozen()->go_to(int(moment));
}

/// OpenGL cannot be stopped, and may have much to do: an interrupt ends the program at once.
Image drawn(Frame& frame, uint32_t parts, const std::function<void(uint32_t)>& added) {
    const ImmediateExit immediate_exit;
    frame.draw(parts, added);
    return frame.picture();
}

/// A picture after each round of steps, or the last one alone.
void draw_all(const FilmOptions& options, const FilmPlan& plan, Session& session, Frame& frame,
              uint32_t parts, PictureWriter& pictures) {
    const bool every_frame = pictures.wants_every_frame();
    {
        Progress progress("frames", plan.frames, options.quiet);
        for (uint64_t done = 0; done < plan.frames; done++) {
            plan.step(session);
            session.simulation.world().finish();  // a picture shows exactly its steps
            throw_if_interrupted();
            if (every_frame) {
                session.view.follow_exactly(done == 0 ? 0 : kFrame_s);
                plan.aim(session);
                pictures.add(drawn(frame, parts, {}));
            } else {
                session.simulation.collect(0);
            }
            progress.update(done + 1);
        }
    }
    if (every_frame) return;
    session.view.follow_exactly(0);
    plan.aim(session);
    if (options.moment) freeze_at(session, *options.moment);
    Progress progress("sub-pictures", parts, options.quiet);
    pictures.add(drawn(frame, parts, [&](uint32_t done) { progress.update(done); }));
}

}  // namespace

void film_flags(Flags& flags, FilmOptions& options) {
    flags.flag("--ui", "with the panels", options.ui);
    flags.flag("--keep-frames",
               "writes each frame of out.mp4 as out_00000.png, too: they stay where ffmpeg ends early",
               options.keep_frames);
}

void make_film(const FilmOptions& options, const sim::WorldConfig& config, const FilmPlan& plan) {
    const int width = options.width ? options.width : kDefaultWidth;
    const int height = options.height ? options.height : kDefaultHeight;
    const std::string size = size_text(options.output, width, height);
    const auto pictures = open_pictures(options.output, width, height, {}, options.keep_frames);
    if (options.camera_path != kCameraPathNames[0] && !pictures->wants_every_frame())
        throw BadUsage("--camera-path needs several pictures: -o out.mp4 or out_%04d.png");
    if (options.moment && pictures->wants_every_frame())
        throw BadUsage("--freeze needs one picture: -o out.png");
    const int cuda_device = config.backend == sim::Backend::cuda ? config.device : -1;
    const auto context = open_offscreen(width, height, cuda_device);
    Session session(options, config);
    session.simulation.never_goes_back();
    session.view.set_path_length(static_cast<double>(plan.frames) * kFrame_s);
    plan.begin(session);
    const uint32_t parts = still_parts(options, pictures->wants_every_frame());
    const auto scene = parts > 0 ? nullptr
                                 : SceneRenderer::create(options.interop, options.shaders_dir,
                                                         {.quality = session.view.draw.quality});
    const auto ui = options.ui ? std::make_unique<Ui>() : nullptr;
    UiState state;
    state.axis_strip = options.axis_strip;
    if (options.ui_scale > 0) state.scale = options.ui_scale;
    Frame frame(*context, session, scene.get(), ui.get(), state);
    if (!options.quiet && has_ending(options.output, ".mp4") && ((width | height) & 1)) {
        std::cerr << "sweeplab: a video has even sides: " << size << " instead of " << width << "x" << height
                  << '\n';
    }
    if (parts > 0) frame.still();  // wrong shaders are said before the work starts
    if (options.interop == "on") frame.draw(parts > 0 ? 1 : 0);  // refuses where it cannot be

    draw_all(options, plan, session, frame, parts, *pictures);
    throw_if_interrupted();
    pictures->finish();
    report(options, pictures->wants_every_frame(), plan, size, session);
    plan.end(session);
}

}  // namespace app
