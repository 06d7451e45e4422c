// The table of keys and the search in it.
#include "app/view/actions/keys.h"

#include <cctype>

namespace app {
namespace {

using key::control;
using key::none;
using key::shift;

constexpr KeyRow kRows[] = {
    {"P or Space", "Pause or run", Action::pause, {{{'P', none}, {key::space, none}}}},
    {"O or .", "One step", Action::one_step, {{{'O', none}, {'.', none}}}},
    {",", "One step back", Action::step_back, {{{',', none}}}},
    {"Shift+.", "Play forwards", Action::play_forwards, {{{'.', shift}}}},
    {"Shift+,", "Play backwards", Action::play_backwards, {{{',', shift}}}},
    {"-",
     "Slower: half as much simulated time per real time",
     Action::slower,
     {{{'-', none}, {key::kp_subtract, none}}}},
    {"=", "Faster: twice as much", Action::faster, {{{'=', none}, {'+', none}, {key::kp_add, none}}}},
    {"B", "Throw a body in from the eye", Action::throw_body, {{{'B', none}}}},
    {"Shift+B", "Throw in a handful of 32", Action::throw_handful, {{{'B', shift}}}},
    {"N", "Hand mode on or off: left drag pushes bodies aside", Action::hand_mode, {{{'N', none}}}},
    {"Ctrl+K",
     "Keyframe of the camera at this step, for a video of the run; again: none there",
     Action::camera_key,
     {{{'K', control}}}},
    {"R", "Restart with the same seed", Action::restart, {{{'R', none}}}},
    {"Shift+R", "Restart with a new seed", Action::restart_new_seed, {{{'R', shift}}}},
    {"PgUp or [", "Previous scene", Action::previous_scene, {{{key::page_up, none}, {'[', none}}}},
    {"PgDn or ]", "Next scene", Action::next_scene, {{{key::page_down, none}, {']', none}}}},
    {"Ctrl+O", "Find a scene by its name or by what it shows", Action::find_scene, {{{'O', control}}}},
    {"1", "Colour by kind", Action::colour_kind, {{{'1', none}}}},
    {"2",
     "Colour by rank after the sort; with gravity between bodies, by Morton rank",
     Action::colour_rank,
     {{{'2', none}}}},
    {"3", "Colour by digit of the pass in view", Action::colour_digit, {{{'3', none}}}},
    {"4", "Colour by tile of the sort", Action::colour_tile, {{{'4', none}}}},
    {"5", "Colour by shift since the last step", Action::colour_shift, {{{'5', none}}}},
    {"6", "Colour by what was out of order before the sort", Action::colour_disorder, {{{'6', none}}}},
    {"7", "Colour by pairs per body", Action::colour_pairs, {{{'7', none}}}},
    {"8", "Colour by speed", Action::colour_speed, {{{'8', none}}}},
    {"9", "Flat colours, without light, on or off", Action::flat, {{{'9', none}}}},
    {"0", "Colour by depth of contact, of meshes", Action::colour_depth, {{{'0', none}}}},
    {"Shift+0", "Colour by sleep", Action::colour_asleep, {{{'0', shift}}}},
    {"G", "Boxes of bodies, or of gravity's tree, on or off", Action::boxes, {{{'G', none}}}},
    {"L", "Lines between candidate pairs on or off", Action::pair_lines, {{{'L', none}}}},
    {"C", "Contacts on or off", Action::contacts, {{{'C', none}}}},
    {"Shift+C", "Columns of the broad phase on or off", Action::columns, {{{'C', shift}}}},
    {"H", "Bodies that the scene hides, as a galaxy's halo, on or off", Action::halo, {{{'H', none}}}},
    {"Shift+Up", "Tree boxes (G): one level finer", Action::tree_finer, {{{key::up, shift}}}},
    {"Shift+Down", "Tree boxes (G): one level coarser", Action::tree_coarser, {{{key::down, shift}}}},
    {"Shift+A",
     "Axis strip on or off: each body's interval along the sort axis, in sorted order",
     Action::axis_strip,
     {{{'A', shift}}}},
    {"Shift+F",
     "Freeze this step's sort: pause, and show the keys between its passes",
     Action::freeze_sort,
     {{{'F', shift}}}},
    {"Ctrl+B",
     "Race the sorts and broad phases on this frame: its keys and boxes, by each of them",
     Action::race,
     {{{'B', control}}}},
    {"Shift+Left",
     "Previous pass of the digit colour, or of the frozen sort",
     Action::moment_back,
     {{{key::left, shift}}}},
    {"Shift+Right", "Next pass", Action::moment_forward, {{{key::right, shift}}}},
    {"Shift+G",
     "Boxes and pairs of all bodies, or only of the selected one and its partners",
     Action::of_all,
     {{{'G', shift}}}},
    {"V", "Clip plane on or off: it cuts away what lies before it", Action::clip, {{{'V', none}}}},
    {"Shift+V", "Clip plane across the next axis", Action::clip_axis, {{{'V', shift}}}},
    {"Up",
     "Clip plane forward; dragging its handle does the same",
     Action::clip_further,
     {{{key::up, none}}}},
    {"Down", "Clip plane back", Action::clip_nearer, {{{key::down, none}}}},
    {"K", "Next sort engine", Action::next_engine, {{{'K', none}}}},
    {"Shift+K", "Previous sort engine", Action::previous_engine, {{{'K', shift}}}},
    {"X", "Other backend, CPU or CUDA", Action::switch_backend, {{{'X', none}}}},
    {"Left drag",
     "On a body: pull it, and the wheel moves it nearer or farther; beside bodies: turn the view",
     Action::nothing,
     {}},
    {"Right drag", "Move the view", Action::nothing, {}},
    {"Wheel", "Zoom at the pointer", Action::nothing, {}},
    {"Click", "Select a body", Action::nothing, {}},
    {"Mouse at rest", "Name the body below it, and the value that its colour shows", Action::nothing, {}},
    {"F", "Look at the selected body", Action::look_at_selected, {{{'F', none}}}},
    {"Home", "Reset the camera, which then follows the bodies", Action::reset_camera, {{{key::home, none}}}},
    {"Shift+1", "Look from the front", Action::camera_front, {{{'1', shift}}}},
    {"Shift+2", "Look from above", Action::camera_above, {{{'2', shift}}}},
    {"Shift+3", "Look from near", Action::camera_near, {{{'3', shift}}}},
    {"Esc",
     "Cancel a picture, a new world or a race, end A/B, close a list, the help, a message or the lesson, or clear the selection",
     Action::clear,
     {{{key::escape, none}}}},
    {"Tab", "Hide or show the panels", Action::panels, {{{key::tab, none}}}},
    {"M", "Drawer with the measurements on or off", Action::drawer, {{{'M', none}}}},
    {"F2",
     "Panels for watching: the top bar alone; again: all panels",
     Action::layout_watch,
     {{{key::f2, none}}}},
    {"F3",
     "Panels for profiling: the drawer with its measurements",
     Action::layout_profile,
     {{{key::f3, none}}}},
    {"F4",
     "Panels for pairs: boxes, pair lines, axis strip and the selected body",
     Action::layout_pairs,
     {{{key::f4, none}}}},
    {"F1", "Keys and help", Action::help, {{{key::f1, none}}}},
    {"Ctrl+=", "Larger panels", Action::scale_up, {{{'=', control}, {key::kp_add, control}, {'+', control}}}},
    {"Ctrl+-", "Smaller panels", Action::scale_down, {{{'-', control}, {key::kp_subtract, control}}}},
    {"Ctrl+0", "Panels in their usual size", Action::scale_reset, {{{'0', control}}}},
    {"F12", "Save a PNG of the window, as a still", Action::save_picture, {{{key::f12, none}}}},
    {"Ctrl+R", "Record a video of the window, or end it", Action::record_video, {{{'R', control}}}},
    {"T", "Write a trace of the last frames", Action::write_trace, {{{'T', none}}}},
    {"F5", "Show how the sort works, and back to the scene", Action::lesson, {{{key::f5, none}}}},
    {"Ctrl+Q", "Quit", Action::quit, {{{'Q', control}}}},
};

constexpr KeyRow kLessonRows[] = {
    {"Space", "Play the lesson, or stop", Action::lesson_play, {{{key::space, none}}}},
    {"Right", "Next operation", Action::operation_forward, {{{key::right, none}}}},
    {"Left", "Operation before", Action::operation_back, {{{key::left, none}}}},
    {"Down", "To the end of the stage", Action::stage_forward, {{{key::down, none}}}},
    {"Up", "Back to the end of the stage before", Action::stage_back, {{{key::up, none}}}},
    {"PgDn", "To the end of the pass", Action::pass_forward, {{{key::page_down, none}}}},
    {"PgUp", "Back to the end of the pass before", Action::pass_back, {{{key::page_up, none}}}},
    {"Home", "First stage", Action::lesson_first, {{{key::home, none}}}},
    {"End", "Last stage", Action::lesson_last, {{{key::end, none}}}},
    {"Click", "Follow a key through all stages; again, or Esc: no longer", Action::nothing, {}},
    {"Wheel", "Scroll the picture; with Ctrl: wider or narrower columns", Action::nothing, {}},
};

/// GLFW codes are places on a US keyboard; the user reads what is printed on the key.
int code_as_printed(int code, const char* printed) {
    const bool one_character = printed && printed[0] > ' ' && printed[1] == 0;
    if (!one_character || (code >= '0' && code <= '9')) return code;
    const unsigned char c = static_cast<unsigned char>(printed[0]);
    if (c >= 128 || std::isdigit(c)) return code;
    return std::toupper(c);
}

/// None where no row has this chord.
std::optional<Action> action_in(std::span<const KeyRow> rows, int code, int mods) {
    for (const KeyRow& row : rows) {
        for (const Chord& chord : row.chords) {
            if (chord.code != 0 && chord.code == code && chord.mods == mods) return row.action;
        }
    }
    return std::nullopt;
}

std::string rows_markdown(const char* head, std::span<const KeyRow> rows) {
    std::string table = std::string("| ") + head + " | does |\n| --- | --- |\n";
    for (const KeyRow& row : rows) table += std::string("| ") + row.keys + " | " + row.does + " |\n";
    return table;
}

}  // namespace

std::span<const KeyRow> key_rows() { return kRows; }
std::span<const KeyRow> lesson_key_rows() { return kLessonRows; }

std::optional<Action> find_action(const InputEvent& event, const char* printed, bool lesson) {
    if (event.kind != InputEvent::key || !event.down) return std::nullopt;
    const int mods = event.mods & (key::shift | key::control | key::alt);
    const int code = code_as_printed(event.code, printed);
    if (lesson) {
        if (const auto action = action_in(kLessonRows, code, mods)) return action;
    }
    if (const auto action = action_in(kRows, code, mods)) return action;
    // "Ctrl and +" needs Shift on most keyboards.
    if (code == '=' && mods == (control | shift)) return Action::scale_up;
    return std::nullopt;
}

std::string tip(Action action) {
    for (const std::span<const KeyRow> rows : {key_rows(), lesson_key_rows()}) {
        for (const KeyRow& row : rows) {
            if (row.action == action) return std::string(row.does) + " (" + row.keys + ")";
        }
    }
    return "";
}

std::string keys_markdown() {
    return rows_markdown("key", key_rows()) + "\n" + rows_markdown("in a lesson", lesson_key_rows());
}

}  // namespace app
