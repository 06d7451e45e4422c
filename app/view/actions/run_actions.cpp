// Actions of the run: time, what is thrown in, the scene.
#include "app/view/actions/action_groups.h"

#include "app/base/numbers.h"
#include "app/run/camera_path.h"

namespace app {
namespace {

using key::control;
using key::none;
using key::shift;

void play(Session& session, bool backwards) {
    session.simulation.backwards = backwards;
    session.simulation.paused = false;
}

void mark_camera(Session& session) {
    const uint64_t step = session.simulation.run().step();
    const size_t before = session.view.camera_keys.size();
    const Camera& camera = session.view.camera;
    sim::CameraStart at;
    at.target_m = {camera.target.x, camera.target.y, camera.target.z};
    at.distance_m = camera.distance;
    at.yaw_deg = camera.yaw_deg;
    at.pitch_deg = camera.pitch_deg;
    toggle_camera_key(session.view.camera_keys, {step, at});
    session.messages.say((session.view.camera_keys.size() < before ? "No keyframe of the camera at step "
                                                                   : "Keyframe of the camera at step ") +
                             grouped(step) + ": " + counted(session.view.camera_keys.size(), "keyframe"),
                         false, Topic::keyframe);
}

constexpr Action kRunActions[] = {
    {"pause",
     "P or Space",
     "Pause or run",
     {{{'P', none}, {key::space, none}}},
     [](To to) {
         flip(to.session.simulation.paused);
         to.session.simulation.backwards = false;
     }},
    {"one_step",
     "O or .",
     "One step",
     {{{'O', none}, {'.', none}}},
     [](To to) {
         to.session.simulation.paused = true;
         to.session.simulation.single_steps++;
     },
     kRepeats,
     kBesideLesson},
    {"step_back",
     ",",
     "One step back",
     {{{',', none}}},
     [](To to) { step_back(to.session.simulation); },
     kRepeats},
    {"play_forwards",
     "Shift+. or Shift+O",
     "Play forwards",
     {{{'.', shift}, {'O', shift}}},
     [](To to) { play(to.session, false); }},
    {"play_backwards", "Shift+,", "Play backwards", {{{',', shift}}}, [](To to) { play(to.session, true); }},
    {"slower",
     "-",
     "Slower: half as much simulated time per real time",
     {{{'-', none}}},
     [](To to) { change_speed(to.session.simulation, -1, to.session.messages); },
     kRepeats},
    {"faster",
     "= or +",
     "Faster: twice as much",
     {{{'=', none}, {'+', none}}},
     [](To to) { change_speed(to.session.simulation, 1, to.session.messages); },
     kRepeats},
    {"throw_body",
     "B",
     "Throw a body in from the eye",
     {{{'B', none}}},
     [](To to) { to.ui.touch.to_throw += 1; }},
    {"throw_handful",
     "Shift+B",
     "Throw in a handful of 32",
     {{{'B', shift}}},
     [](To to) { to.ui.touch.to_throw += TouchState::kHandful; }},
    {"hand_mode",
     "N",
     "Hand mode on or off: left drag pushes bodies aside",
     {{{'N', none}}},
     [](To to) { flip(to.ui.touch.hand_mode); }},
    {"camera_key",
     "Ctrl+K",
     "Keyframe of the camera at this step, for a video of the run; again: none there",
     {{{'K', control}}},
     [](To to) { mark_camera(to.session); }},
    {"restart",
     "R",
     "Restart with the same seed",
     {{{'R', none}}},
     [](To to) { to.session.changes.next.restart = true; }},
    {"restart_new_seed",
     "Shift+R",
     "Restart with a new seed",
     {{{'R', shift}}},
     [](To to) { to.session.changes.new_seed(); }},
    {"previous_scene",
     "PgUp or [",
     "Previous scene",
     {{{key::page_up, none}, {'[', none}}},
     [](To to) { to.session.changes.change_scene_by(-1); }},
    {"next_scene",
     "PgDn or ]",
     "Next scene",
     {{{key::page_down, none}, {']', none}}},
     [](To to) { to.session.changes.change_scene_by(1); }},
    {"find_scene",
     "Ctrl+O",
     "Find a scene by its name or by what it shows",
     {{{'O', control}}},
     [](To to) {
         to.ui.hints = to.ui.help = false;
         to.ui.finder = {.open = !to.ui.finder.open, .opened_now = true};
     }},
};

}  // namespace

std::span<const Action> run_actions() { return kRunActions; }

}  // namespace app
