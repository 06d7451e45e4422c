// `sweeplab render`: the window's pictures without a display.
#include <memory>

#include "app/errors.h"
#include "app/frame.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/progress.h"

namespace app {
namespace {

constexpr uint64_t kDefaultFrames = 300;
constexpr int kDefaultWidth = 1280, kDefaultHeight = 720;

/// Every frame is finished before it is drawn, so that a picture shows exactly its steps.
void step_frame(Session& session, uint32_t steps) {
    session.step_exactly(steps);
    session.world().finish();
    throw_if_interrupted();
}

}  // namespace

int run_render(const Options& options) {
    if (options.output.empty()) throw BadUsage("render needs an output: -o out.png, out_%04d.png or out.mp4");
    const uint64_t frames = options.frames.value_or(kDefaultFrames);
    const uint32_t steps = options.steps_per_frame ? options.steps_per_frame : 1;

    // Everything that can be missing is looked for before the work starts.
    const sim::WorldConfig config = resolve_world(options);
    const int width = options.width ? options.width : kDefaultWidth;
    const int height = options.height ? options.height : kDefaultHeight;
    const auto pictures = open_pictures(options.output, width, height);
    const int cuda_device = config.backend == sim::Backend::cuda ? config.device : -1;
    const auto context = open_offscreen(width, height, cuda_device);
    Session session(options);
    const auto scene = SceneRenderer::create(options.interop, options.shaders_dir);
    const auto ui = options.ui ? std::make_unique<Ui>() : nullptr;
    UiState state;
    Frame frame(*context, session, scene.get(), ui.get(), state);
    if (options.interop == "on") frame.draw();  // refuses where it cannot be

    {
        Progress progress("frames", frames, options.quiet);
        for (uint64_t done = 0; done < frames; done++) {
            step_frame(session, steps);
            if (pictures->wants_every_frame()) {
                frame.draw();
                pictures->add(frame.picture());
            } else {
                session.collect(0);
            }
            progress.update(done + 1);
        }
    }
    if (!pictures->wants_every_frame()) {
        frame.draw();
        pictures->add(frame.picture());
    }
    throw_if_interrupted();
    pictures->finish();
    return 0;
}

}  // namespace app
