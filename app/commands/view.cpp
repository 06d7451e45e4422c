// `sweeplab view`: the window.
#include <memory>

#include "app/errors.h"
#include "app/frame.h"
#include "app/options.h"
#include "app/settings.h"

namespace app {
namespace {

constexpr const char* kTitle = "Sweeplab";

UiState state_from(const Settings& settings) {
    UiState state;
    state.scale = settings.ui_scale;
    state.panels = settings.panels;
    state.drawer = settings.drawer;
    return state;
}

Settings settings_from(const UiState& state, const Context& context) {
    Settings settings;
    settings.window_width = context.width();
    settings.window_height = context.height();
    settings.ui_scale = state.scale;
    settings.panels = state.panels;
    settings.drawer = state.drawer;
    return settings;
}

}  // namespace

int run_view(const Options& options) {
    const std::string settings_file = settings_path();
    const Settings settings = load_settings(settings_file);
    const sim::WorldConfig checked = resolve_world(options);  // wrong usage is said before a window opens
    const auto context = open_window(settings.window_width, settings.window_height, kTitle);
    Session session(options, resolve_world, sim::World::create);
    const auto scene = SceneRenderer::create(options.interop, options.shaders_dir);
    Ui ui;
    UiState state = state_from(settings);
    Frame frame(*context, session, scene.get(), &ui, state);

    for (uint64_t done = 0; !options.frames || done < *options.frames; done++) {
        frame.run();
        if (interrupted()) throw Interrupted("interrupted");
        if (context->should_close() || session.quit) break;
    }
    save_settings(settings_file, settings_from(state, *context));
    return 0;
}

}  // namespace app
