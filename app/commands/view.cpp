// `sweeplab view`: the window.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/cli/settings.h"
#include "app/commands/window.h"
#include "app/io/output_stream.h"
#include "app/io/scene_toml.h"
#include "app/measure/report_facts.h"
#include "app/run/record_run.h"
#include "app/teach/files/export.h"
#include "app/view/actions/run_saving.h"
#include "app/view/first_world.h"
#include "app/view/frame.h"
#include "app/view/session/session.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_making.h"
#include "app/view/ui_notice.h"
#include "app/view/window_title.h"

namespace app {
namespace {

void declare_flags(Flags& flags, ViewOptions& options) {
    flags.count("--frames", "closes the window after N frames", options.frames);
    flags.not_with(kDataFlag, kOfScenes);
    flags.text(
        "--record", "RUN.toml",
        "writes the run when the window closes, for `sweeplab replay`: from the last restart on [no file]",
        options.record, Flags::Names::output);
    flags.not_with("");
    data_flag(flags, options);
    flags.flag("--hash", "prints the hash of the state when the window closes", options.hash);
    picture_flags(flags, options, "[that of the last window, at first 1280x720]",
                  "[as many as keep up with real time]", "[that of the last window, at first dark]",
                  "low with software OpenGL, otherwise high, and still while paused",
                  "that of the selected body, or of the camera's target",
                  "[that of the last window, at first 1]");
    simulation_flags(flags, options);
}

using Clock = std::chrono::steady_clock;
constexpr double kMostAhead_s = 0.5;  // before the first picture, which a user awaits

UiState state_from(const Settings& settings) {
    UiState state;
    state.scale = settings.ui_scale;
    state.panels = settings.panels;
    state.tool_panel = settings.tool_panel;
    state.left_width = settings.left_width;
    state.right_width = settings.right_width;
    state.tool_panel_height = settings.tool_panel_height;
    return state;
}

/// Scene files that are in the list, that of now first, then those of before.
std::vector<std::string> recent_files(const Session& session) {
    std::vector<std::string> files;
    const auto add = [&](const std::string& name) {
        if (is_scene_path(name) && files.size() < kRecentFiles &&
            std::find(files.begin(), files.end(), name) == files.end())
            files.push_back(std::filesystem::absolute(name).lexically_normal().string());
    };
    add(session.simulation.options().scene);
    for (const std::string& name : session.changes.scenes()) add(name);
    return files;
}

Settings settings_from(const UiState& state, const Context& context, const Session& session) {
    Settings settings;
    settings.window_width = context.width();
    settings.window_height = context.height();
    settings.ui_scale = state.scale;
    settings.panels = state.panels;
    settings.tool_panel = state.tool_panel;
    settings.light = session.view.draw.theme == Theme::light;
    settings.left_width = state.left_width;
    settings.right_width = state.right_width;
    settings.tool_panel_height = state.tool_panel_height;
    settings.hints_seen = !state.hints;
    settings.recent = recent_files(session);
    return settings;
}

/// Saves what has changed since it was last saved, once it has stayed so for a second: what ends the program in another
/// way than its window loses no more.
class SettingsSaver {
public:
    /// `saved`: as they are in the file. With a problem nothing is ever saved.
    SettingsSaver(std::string path, Settings saved, const std::string& problem)
        : path_(std::move(path)), saved_(std::move(saved)), seen_(saved_), works_(problem.empty()) {}

    bool is_due(Clock::time_point now) const { return works_ && now >= due_; }
    /// Returns why they cannot be saved, once, or "".
    std::string save_if_settled(const Settings& now) {
        due_ = Clock::now() + kSettled;
        const bool settled = now == seen_ && !(now == saved_);
        seen_ = now;
        return settled ? save(now) : "";
    }
    /// Returns likewise.
    std::string save(const Settings& now) {
        std::string problem;
        if (!works_ || now == saved_) return "";
        const bool saved = save_settings(path_, now, saved_, &problem);
        if (saved) saved_ = now;
        return saved || std::exchange(has_failed_, true) ? "" : problem;  // said once, and tried again
    }

private:
    static constexpr std::chrono::seconds kSettled{1};
    const std::string path_;
    Settings saved_, seen_;
    bool works_, has_failed_ = false;
    Clock::time_point due_ = Clock::now() + kSettled;
};

int run(const ViewOptions& options) { return run_window(options); }

const bool registered = add_command<ViewOptions>(
    {"view", 10, "Opens the window: scene, overlays, panels.",
     "  sweeplab view --scene gas --bodies 8k\n  sweeplab view --sort cpu-radix --broad-phase endpoint\n"
     "  sweeplab view --data my_frames\n"},
    declare_flags, run);

}  // namespace

void set_lesson_theme(ViewOptions& window, const std::string& theme) {
    constexpr float kProjectorScale = 1.5f;
    const bool projector = theme == kProjector;
    window.theme = projector ? "light" : theme;
    if (projector) window.ui_scale = kProjectorScale;
}

int run_window(const ViewOptions& given, const std::optional<LessonStart>& lesson) {
    if (lesson) LessonScreen().prepare(*lesson);
    const std::string settings_file = settings_path();
    std::string settings_problem;
    Settings settings = load_settings(settings_file, &settings_problem);
    SettingsSaver saver(settings_file, settings, settings_problem);
    ViewOptions options = given;
    choose_data(options);
    choose_preset(options);
    options.recent_scenes = settings.recent;
    if (options.width) settings.window_width = options.width;
    if (options.height) settings.window_height = options.height;
    const sim::WorldConfig config =
        resolve_scene_or_data(options);  // wrong usage is said before a window opens
    if (!options.record.empty()) {
        require_recordable(config.seed);
        OutputStream can_be_written(options.record);
    }
    const auto context = open_window(settings.window_width, settings.window_height, window_title(config));
    Ui ui;
    const bool light = options.theme.empty() ? settings.light : options.theme == kThemeNames[1];
    const Theme theme = light ? Theme::light : Theme::dark;
    ui.set_theme(theme);
    UiState state = state_from(settings);
    if (options.ui_scale > 0) state.scale = options.ui_scale;
    state.axis_strip = options.axis_strip;
    const bool of_scenes = options.data.empty() && !lesson;  // what the hints speak of
    state.hints = !settings.hints_seen && !options.frames && of_scenes && settings_problem.empty();
    const auto report = [&](const std::string& text) {
        if (!options.quiet) std::fprintf(stderr, "sweeplab: %s\n", text.c_str());
    };
    if (takes_seconds_to_create(config.bodies)) {
        report(creating_text(config.bodies));
        const float scale =
            effective_scale(state, context->width(), context->height(), context->content_scale());
        show_notice(*context, ui, scale, creating_text(config.bodies));
    }
    Session session(options, config, resolve_scene_or_data, create_with_bar(*context, ui, state));
    session.view.draw.theme = theme;
    const std::string slow = session.changes.ask_at_start(!options.frames);
    if (!slow.empty()) report(slow);
    if (slow.empty() && !lesson && options.data.empty() && options.steps_per_frame == 0)
        session.simulation.run_ahead(kMostAhead_s);
    const auto scene = SceneRenderer::create(options.interop, options.shaders_dir,
                                             {.quality = session.view.draw.quality, .live = true});
    if (!settings_problem.empty()) {
        report(settings_problem);
        session.messages.say(settings_problem, true);
    }
    const auto settings_now = [&] {
        Settings now = settings_from(state, *context, session);
        if (state.scale == options.ui_scale) now.ui_scale = settings.ui_scale;
        now.calibration = settings.calibration;
        if (!of_scenes) now.hints_seen = settings.hints_seen;
        if (lesson && !lesson->panels && !state.panels) now.panels = settings.panels;
        return now;
    };
    Frame frame(*context, session, scene.get(), &ui, state);
    if (lesson) {
        frame.lesson().prepare(*lesson);
        state.lesson = true;
        state.panels = state.panels && lesson->panels;
    }

    std::exception_ptr lost;  // the display; what there is to be written is
    try {
        for (uint64_t done = 0; !options.frames || done < *options.frames; done++) {
            frame.run();
            if (saver.is_due(Clock::now())) {
                const std::string problem = saver.save_if_settled(settings_now());
                if (!problem.empty()) session.messages.say("Settings are not saved: " + problem, true);
            }
            if (interrupted() || context->should_close() || state.quit) break;
            if (const double idle_s = options.frames ? 0 : frame.idle_s(); idle_s > 0) context->wait(idle_s);
        }
    } catch (const DisplayLost&) {
        lost = std::current_exception();
        frame.end_video();
    }
    const std::string not_saved = saver.save(settings_now());
    if (!not_saved.empty()) report("settings are not saved: " + not_saved);
    if (!options.record.empty()) {
        save_run(session.simulation, session.view, options.record);
        report(options.record + ": " + counted(session.simulation.run().last_step(), "step") + " of " +
               session.simulation.options().scene);
    }
    if (options.hash)
        std::printf("state %s\n", state_text(sim::state_hash(session.simulation.world().snapshot())).c_str());
    throw_if_interrupted();
    if (lost) std::rethrow_exception(lost);
    return 0;
}

}  // namespace app
