// Actions of keys and buttons.
#include "app/view/actions/ui_actions.h"

#include <algorithm>
#include <filesystem>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/io/output_stream.h"
#include "app/measure/frames/trace.h"
#include "app/run/camera_path.h"
#include "app/view/actions/panel_presets.h"
#include "app/view/race/frame_race.h"

namespace app {

std::string free_name(const Session& session, const std::string& ending, const std::string& other) {
    const std::string scene = std::filesystem::path(session.scene()).stem().string();
    const std::string base = "sweeplab_" + scene + "_" + std::to_string(session.counters().completed_steps);
    std::string name = base;
    const auto taken = [&](const std::string& end) {
        std::error_code ignored;
        return !end.empty() && std::filesystem::exists(name + end, ignored);
    };
    for (int n = 2; (taken(ending) || taken(other)) && n < 1000; n++) name = base + "-" + std::to_string(n);
    return name + ending;
}

void save_trace(Session& session) {
    try {
        const std::string name = free_name(session, "_trace.json");
        OutputStream file(name);
        const bool cuda = session.config().backend == sim::Backend::cuda;
        write_trace(file.stream(), session.timeline, session.profiler.sort_path_names(),
                    cuda ? "steps, CUDA" : "steps, CPU");
        file.commit();
        session.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        session.say(error.what(), true);
    }
}

void save_race(Session& session) {
    const FrameRace* race = session.race();
    if (!race) return;
    try {
        const std::string name = free_name(session, "_race.json");
        OutputStream file(name);
        write_race_json(file.stream(), race->facts(), race->sorts(), race->sorts_note(),
                        race->broad_phases());
        file.commit();
        session.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        session.say(error.what(), true);
    }
}

namespace {

void colour_by(Session& session, Colour colour) { session.draw.colour = colour; }

void say_engine(Session& session) {
    if (session.changes.engine) session.say("Sort engine: " + *session.changes.engine, false, Topic::change);
}

void flip(bool& value) { value = !value; }

/// The innermost thing that is open goes first.
void clear(Session& session, UiState& ui) {
    if (ui.hints) {
        ui.hints = false;
    } else if (ui.help) {
        ui.help = false;
    } else if (ui.save_picture) {
        ui.save_picture = false;
        session.say("Picture cancelled", false, Topic::picture);
    } else if (session.races()) {
        session.cancel_race();
    } else if (session.creation()) {
        session.cancel_creation();
    } else if (session.question()) {
        session.answer(false);
    } else if (!session.messages().empty()) {
        session.close_message();
    } else if (ui.lesson && ui.tracked_pair != UiState::kNoTrackedPair) {
        ui.tracked_pair = UiState::kNoTrackedPair;
    } else if (ui.lesson) {
        ui.lesson = false;
    } else if (session.freezes()) {
        session.unfreeze_sort();
    } else if (session.ab()) {
        session.end_ab();
    } else if (session.brush) {
        session.brush.reset();
    } else {
        session.select(sim::kNobody);
    }
}

void rescale(UiState& ui, float change) {
    ui.scale = std::clamp(ui.scale + change, kSmallestScale, kLargestScale);
}

/// Whether a picture, which may take seconds, could be written; if not, that is said.
bool can_be_saved(Session& session) {
    try {
        const OutputStream file(free_name(session, ".png"));
        return true;
    } catch (const std::exception& error) {
        session.say(error.what(), true);
        return false;
    }
}

void mark_camera(Session& session) {
    const uint64_t step = session.run().step();
    const size_t before = session.camera_keys.size();
    const Camera& camera = session.camera;
    sim::CameraStart at;
    at.target_m = {camera.target.x, camera.target.y, camera.target.z};
    at.distance_m = camera.distance;
    at.yaw_deg = camera.yaw_deg;
    at.pitch_deg = camera.pitch_deg;
    toggle_camera_key(session.camera_keys, {step, at});
    session.say((session.camera_keys.size() < before ? "No keyframe of the camera at step "
                                                     : "Keyframe of the camera at step ") +
                    grouped(step) + ": " + counted(session.camera_keys.size(), "keyframe"),
                false, Topic::keyframe);
}

}  // namespace

void perform(Action action, Session& session, UiState& ui) {
    switch (action) {
        case Action::nothing:
            break;
        case Action::pause:
            flip(session.paused);
            session.backwards = false;
            break;
        case Action::one_step:
            session.paused = true;
            session.single_steps++;
            break;
        case Action::step_back:
            session.step_back();
            break;
        case Action::play_forwards:
        case Action::play_backwards:
            session.backwards = action == Action::play_backwards;
            session.paused = false;
            break;
        case Action::slower:
            session.change_speed(-1);
            break;
        case Action::faster:
            session.change_speed(1);
            break;
        case Action::camera_key:
            mark_camera(session);
            break;
        case Action::throw_body:
            ui.touch.to_throw += 1;
            break;
        case Action::throw_handful:
            ui.touch.to_throw += TouchState::kHandful;
            break;
        case Action::hand_mode:
            flip(ui.touch.hand_mode);
            break;
        case Action::restart:
            session.changes.restart = true;
            break;
        case Action::restart_new_seed:
            session.new_seed();
            break;
        case Action::previous_scene:
            session.change_scene_by(-1);
            break;
        case Action::next_scene:
            session.change_scene_by(1);
            break;
        case Action::find_scene:
            ui.hints = ui.help = false;
            ui.finder = {.open = !ui.finder.open, .opened_now = true};
            break;
        case Action::colour_kind:
            colour_by(session, Colour::kind);
            break;
        case Action::colour_rank:
            colour_by(session, Colour::rank);
            break;
        case Action::colour_digit:
            colour_by(session, Colour::digit);
            break;
        case Action::colour_tile:
            colour_by(session, Colour::tile);
            break;
        case Action::colour_shift:
            colour_by(session, Colour::shift);
            break;
        case Action::colour_disorder:
            colour_by(session, Colour::disorder);
            break;
        case Action::colour_pairs:
            colour_by(session, Colour::pairs);
            break;
        case Action::colour_speed:
            colour_by(session, Colour::speed);
            break;
        case Action::colour_depth:
            colour_by(session, Colour::depth);
            break;
        case Action::colour_asleep:
            colour_by(session, Colour::asleep);
            break;
        case Action::flat:
            flip(session.draw.flat);
            break;
        case Action::boxes:
            flip(session.draw.boxes);
            break;
        case Action::pair_lines:
            flip(session.draw.pairs);
            break;
        case Action::contacts:
            flip(session.draw.contacts);
            break;
        case Action::columns:
            flip(session.draw.columns);
            break;
        case Action::tree_coarser:
            session.draw.tree_level -= session.draw.tree_level > 0;
            break;
        case Action::tree_finer:
            session.draw.tree_level += session.draw.tree_level < kMostTreeLevel;
            break;
        case Action::halo:
            session.show_hidden_bodies();
            break;
        case Action::axis_strip:
            flip(ui.axis_strip);
            break;
        case Action::freeze_sort:
            session.freeze_sort();
            break;
        case Action::race:
            session.start_race();
            ui.tool_panel = true;
            ui.open_tab = kRaceTab;
            break;
        case Action::moment_back:
            session.move_moment(-1);
            break;
        case Action::moment_forward:
            session.move_moment(1);
            break;
        case Action::of_all:
            flip(session.draw.of_all);
            break;
        case Action::clip:
            session.turn_clip();
            break;
        case Action::clip_axis:
            session.next_clip_axis();
            break;
        case Action::clip_further:
            session.move_clip(1);
            break;
        case Action::clip_nearer:
            session.move_clip(-1);
            break;
        case Action::next_engine:
            session.change_engine_by(1);
            say_engine(session);
            break;
        case Action::previous_engine:
            session.change_engine_by(-1);
            say_engine(session);
            break;
        case Action::switch_backend:
            session.switch_backend();
            break;
        case Action::look_at_selected:
            session.look_at_selected();
            break;
        case Action::reset_camera:
            session.reset_camera();
            break;
        case Action::camera_front:
            session.set_camera(CameraPreset::front);
            break;
        case Action::camera_above:
            session.set_camera(CameraPreset::above);
            break;
        case Action::camera_near:
            session.set_camera(CameraPreset::near);
            break;
        case Action::clear:
            clear(session, ui);
            break;
        case Action::panels:
            show_or_hide_panels(ui);
            break;
        case Action::tool_panel:
            flip(ui.tool_panel);
            break;
        case Action::layout_watch:
            arrange_for_watching(session, ui);
            break;
        case Action::layout_profile:
            arrange_for_profiling(session, ui);
            break;
        case Action::layout_pairs:
            arrange_for_pairs(session, ui);
            break;
        case Action::help:
            ui.hints = false;
            flip(ui.help);
            break;
        case Action::scale_up:
            rescale(ui, kScaleStep);
            break;
        case Action::scale_down:
            rescale(ui, -kScaleStep);
            break;
        case Action::scale_reset:
            ui.scale = 1;
            break;
        case Action::save_picture:
            if (can_be_saved(session)) ui.save_picture = true;
            break;
        case Action::record_video:
            flip(ui.record_video);
            break;
        case Action::write_trace:
            save_trace(session);
            break;
        case Action::lesson:
            flip(ui.lesson);
            break;
        case Action::quit:
            session.quit = true;
            break;
        case Action::lesson_play:  // the lesson's screen does these
        case Action::operation_forward:
        case Action::operation_back:
        case Action::stage_forward:
        case Action::stage_back:
        case Action::pass_forward:
        case Action::pass_back:
        case Action::lesson_first:
        case Action::lesson_last:
            break;
    }
}

}  // namespace app
