// `sweeplab view`: the window.
#include <cstdio>
#include <memory>

#include "app/ask/options.h"
#include "app/ask/settings.h"
#include "app/base/interrupt.h"
#include "app/view/frame.h"
#include "app/view/ui_notice.h"

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
    std::string settings_problem;
    Settings settings = load_settings(settings_file, &settings_problem);
    if (options.width) settings.window_width = options.width;
    if (options.height) settings.window_height = options.height;
    const sim::WorldConfig checked = resolve_world(options);  // wrong usage is said before a window opens
    const auto context = open_window(settings.window_width, settings.window_height, kTitle);
    Ui ui;
    UiState state = state_from(settings);
    const auto tell = [&](const std::string& text) {
        if (!options.quiet) std::fprintf(stderr, "sweeplab: %s\n", text.c_str());
    };
    if (takes_seconds_to_make(checked.bodies)) {
        tell(making_text(checked.bodies));
        const float scale =
            effective_scale(state, context->width(), context->height(), context->content_scale());
        show_notice(*context, ui, scale, making_text(checked.bodies));
    }
    Session session(options);
    const std::string slow = session.ask_at_start(!options.frames);
    if (!slow.empty()) tell(slow);
    const auto scene = SceneRenderer::create(options.interop, options.shaders_dir);
    if (!settings_problem.empty()) session.say(settings_problem, true);
    Frame frame(*context, session, scene.get(), &ui, state);

    for (uint64_t done = 0; !options.frames || done < *options.frames; done++) {
        frame.run();
        throw_if_interrupted();
        if (context->should_close() || session.quit) break;
    }
    if (settings_problem.empty()) save_settings(settings_file, settings_from(state, *context));
    return 0;
}

}  // namespace app
