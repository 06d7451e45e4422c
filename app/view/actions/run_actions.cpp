// Actions of the run: time, what is thrown in, the scene.
#include "app/base/messages.h"
#include "app/view/actions/action_groups.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/run/camera_path.h"

namespace app {
namespace {

using key::control;
using key::none;
using key::shift;

void play(Simulation& simulation, bool backwards) {
    simulation.backwards = backwards;
    simulation.paused = false;
}

void mark_camera(const Simulation& simulation, View& view, Messages& messages) {
    const uint64_t step = simulation.run().step();
    const size_t before = view.camera_keys.size();
    const Camera& camera = view.camera;
    sim::CameraStart at;
    at.target_m = {camera.target.x, camera.target.y, camera.target.z};
    at.distance_m = camera.distance;
    at.yaw_deg = camera.yaw_deg;
    at.pitch_deg = camera.pitch_deg;
    toggle_camera_key(view.camera_keys, {step, at});
    messages.say((view.camera_keys.size() < before ? "No keyframe of the camera at step "
                                                   : "Keyframe of the camera at step ") +
                     grouped(step) + ": " + counted(view.camera_keys.size(), "keyframe"),
                 false, Topic::keyframe);
}

constexpr Action kRunActions[] = {
    {"pause",
     "P or Space",
     "Pause or run",
     {{{'P', none}, {key::space, none}}},
     [](To to) {
         flip(to.simulation.paused);
         to.simulation.backwards = false;
     }},
    {"one_step",
     "O or .",
     "One step",
     {{{'O', none}, {'.', none}}},
     [](To to) {
         to.simulation.paused = true;
         to.simulation.single_steps++;
     },
     kRepeats,
     kBesideLesson},
    {"step_back", ",", "One step back", {{{',', none}}}, [](To to) { step_back(to.simulation); }, kRepeats},
    {"play_forwards",
     "Shift+. or Shift+O",
     "Play forwards",
     {{{'.', shift}, {'O', shift}}},
     [](To to) { play(to.simulation, false); }},
    {"play_backwards",
     "Shift+,",
     "Play backwards",
     {{{',', shift}}},
     [](To to) { play(to.simulation, true); }},
    {"slower",
     "-",
     "Slower: half as much simulated time per real time",
     {{{'-', none}}},
     [](To to) { change_speed(to.simulation, -1, to.messages); },
     kRepeats},
    {"faster",
     "= or +",
     "Faster: twice as much",
     {{{'=', none}, {'+', none}}},
     [](To to) { change_speed(to.simulation, 1, to.messages); },
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
     [](To to) { mark_camera(to.simulation, to.view, to.messages); }},
    {"restart",
     "R",
     "Restart with the same seed",
     {{{'R', none}}},
     [](To to) { to.changes.next.restart = true; }},
    {"restart_new_seed",
     "Shift+R",
     "Restart with a new seed",
     {{{'R', shift}}},
     [](To to) { to.changes.new_seed(); }},
    {"previous_scene",
     "PgUp or [",
     "Previous scene",
     {{{key::page_up, none}, {'[', none}}},
     [](To to) { to.changes.change_scene_by(-1); }},
    {"next_scene",
     "PgDn or ]",
     "Next scene",
     {{{key::page_down, none}, {']', none}}},
     [](To to) { to.changes.change_scene_by(1); }},
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
