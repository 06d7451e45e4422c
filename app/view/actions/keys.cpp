// The table of keys and the search in it.
#include "app/view/actions/keys.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace app {
namespace {

using key::control;
using key::none;
using key::shift;

constexpr bool kRepeats = true;

constexpr KeyRow kRows[] = {
    {"P or Space", "Pause or run", Action::pause, {{{'P', none}, {key::space, none}}}},
    {"O or .", "One step", Action::one_step, {{{'O', none}, {'.', none}}}, kRepeats},
    {",", "One step back", Action::step_back, {{{',', none}}}, kRepeats},
    {"Shift+. or Shift+O", "Play forwards", Action::play_forwards, {{{'.', shift}, {'O', shift}}}},
    {"Shift+,", "Play backwards", Action::play_backwards, {{{',', shift}}}},
    {"-", "Slower: half as much simulated time per real time", Action::slower, {{{'-', none}}}, kRepeats},
    {"= or +", "Faster: twice as much", Action::faster, {{{'=', none}, {'+', none}}}, kRepeats},
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
    {"Shift+Up", "Tree boxes (G): one level finer", Action::tree_finer, {{{key::up, shift}}}, kRepeats},
    {"Shift+Down",
     "Tree boxes (G): one level coarser",
     Action::tree_coarser,
     {{{key::down, shift}}},
     kRepeats},
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
     {{{key::left, shift}}},
     kRepeats},
    {"Shift+Right", "Next pass", Action::moment_forward, {{{key::right, shift}}}, kRepeats},
    {"Shift+G",
     "Boxes and pairs of all bodies, or only of the selected one and its partners",
     Action::of_all,
     {{{'G', shift}}}},
    {"V", "Clip plane on or off: it cuts away what lies before it", Action::clip, {{{'V', none}}}},
    {"Shift+V", "Clip plane across the next axis", Action::clip_axis, {{{'V', shift}}}},
    {"Up",
     "Clip plane forward; dragging its handle does the same",
     Action::clip_further,
     {{{key::up, none}}},
     kRepeats},
    {"Down", "Clip plane back", Action::clip_nearer, {{{key::down, none}}}, kRepeats},
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
    {"M", "Tool panel with the measurements on or off", Action::tool_panel, {{{'M', none}}}},
    {"F2",
     "Panels for watching: the top bar alone; again: all panels",
     Action::layout_watch,
     {{{key::f2, none}}}},
    {"F3",
     "Panels for profiling: the tool panel with its measurements",
     Action::layout_profile,
     {{{key::f3, none}}}},
    {"F4",
     "Panels for pairs: boxes, pair lines, axis strip and the selected body",
     Action::layout_pairs,
     {{{key::f4, none}}}},
    {"F1", "Keys and help", Action::help, {{{key::f1, none}}}},
    {"Ctrl+= or Ctrl++", "Larger panels", Action::scale_up, {{{'=', control}, {'+', control}}}, kRepeats},
    {"Ctrl+-", "Smaller panels", Action::scale_down, {{{'-', control}}}, kRepeats},
    {"Ctrl+0", "Panels in their usual size", Action::scale_reset, {{{'0', control}}}},
    {"F12", "Save a PNG of the window, as a still", Action::save_picture, {{{key::f12, none}}}},
    {"Ctrl+R", "Record a video of the window, or end it", Action::record_video, {{{'R', control}}}},
    {"T", "Write a trace of the last frames", Action::write_trace, {{{'T', none}}}},
    {"F5", "Show how the sort works, and back to the scene", Action::lesson, {{{key::f5, none}}}},
    {"Ctrl+Q", "Quit", Action::quit, {{{'Q', control}}}},
};

constexpr KeyRow kLessonRows[] = {
    {"Space", "Play the lesson, or stop", Action::lesson_play, {{{key::space, none}}}},
    {"Right", "Next operation", Action::operation_forward, {{{key::right, none}}}, kRepeats},
    {"Left", "Operation before", Action::operation_back, {{{key::left, none}}}, kRepeats},
    {"Down", "To the end of the stage", Action::stage_forward, {{{key::down, none}}}, kRepeats},
    {"Up", "Back to the end of the stage before", Action::stage_back, {{{key::up, none}}}, kRepeats},
    {"PgDn", "To the end of the pass", Action::pass_forward, {{{key::page_down, none}}}, kRepeats},
    {"PgUp", "Back to the end of the pass before", Action::pass_back, {{{key::page_up, none}}}, kRepeats},
    {"Home", "First stage", Action::lesson_first, {{{key::home, none}}}},
    {"End", "Last stage", Action::lesson_last, {{{key::end, none}}}},
    {"Click", "Follow a key through all stages; again, or Esc: no longer", Action::nothing, {}},
    {"Wheel", "Scroll the picture; with Ctrl: wider or narrower columns", Action::nothing, {}},
};

constexpr bool is_ascii(char32_t c) { return c > ' ' && c < 127; }

int upper(char32_t c) { return std::toupper(static_cast<int>(c)); }

/// What a pressed key may mean, the likeliest first.
std::vector<Chord> chords_of(const InputEvent& event) {
    const int mods = event.mods & (shift | control | key::alt);
    const PrintedKey& printed = event.printed;
    if (printed.third)
        return is_ascii(printed.third) ? std::vector{Chord{upper(printed.third), mods}}
                                       : std::vector<Chord>{};
    const bool digit_place = event.code >= '0' && event.code <= '9';
    const bool letter = std::isalpha(is_ascii(printed.plain) ? static_cast<int>(printed.plain) : 0);
    const char32_t shifted = printed.plain ? printed.shifted : event.code == '=' ? U'+' : 0;
    std::vector<Chord> chords;
    if (is_ascii(printed.plain)) chords.push_back({upper(printed.plain), mods});
    if (!printed.plain || digit_place) chords.push_back({event.code, mods});
    if ((mods & shift) && is_ascii(shifted) && !letter) chords.push_back({upper(shifted), mods & ~shift});
    return chords;
}

/// Null where no row has this chord.
const KeyRow* row_in(std::span<const KeyRow> rows, const Chord& pressed) {
    for (const KeyRow& row : rows) {
        for (const Chord& chord : row.chords) {
            if (chord.code != 0 && chord.code == pressed.code && chord.mods == pressed.mods) return &row;
        }
    }
    return nullptr;
}

/// "O or ." as its parts, in the order of the row's chords.
std::vector<std::string> split_ways(const std::string& keys) {
    static const std::string kOr = " or ";
    std::vector<std::string> ways;
    size_t from = 0;
    for (size_t at; (at = keys.find(kOr, from)) != keys.npos; from = at + kOr.size())
        ways.push_back(keys.substr(from, at - from));
    ways.push_back(keys.substr(from));
    return ways;
}

std::string shown_keyboard;  // Context::printed_keys()

std::string rows_markdown(const char* head, std::span<const KeyRow> rows) {
    std::string table = std::string("| ") + head + " | does | held |\n| --- | --- | --- |\n";
    for (const KeyRow& row : rows)
        table +=
            std::string("| ") + row.keys + " | " + row.does + " | " + (row.repeats ? "repeats" : "") + " |\n";
    return table;
}

}  // namespace

std::span<const KeyRow> key_rows() { return kRows; }
std::span<const KeyRow> lesson_key_rows() { return kLessonRows; }

std::optional<Action> find_action(const InputEvent& event, bool lesson) {
    if (event.kind != InputEvent::key || !event.down) return std::nullopt;
    const KeyRow* found = nullptr;
    for (const Chord& chord : chords_of(event)) {
        if (!found && lesson) found = row_in(kLessonRows, chord);
        if (!found) found = row_in(kRows, chord);
    }
    if (!found || (event.repeats && !found->repeats)) return std::nullopt;
    return found->action;
}

int letter_or_code(const InputEvent& event) {
    const char32_t c = event.printed.plain;
    return is_ascii(c) && std::isalpha(static_cast<int>(c)) ? upper(c) : event.code;
}

std::string keys_of(const KeyRow& row, const std::string& printed) {
    const std::vector<std::string> ways = split_ways(row.keys);
    const auto is_there = [&](const Chord& chord) {
        const bool character = is_ascii(char32_t(chord.code)) && !std::isalnum(chord.code);
        return !character || printed.empty() || printed.find(char(chord.code)) != printed.npos;
    };
    std::string keys;
    for (size_t k = 0; k < ways.size() && ways.size() > 1; ++k) {
        if (k < row.chords.size() && !is_there(row.chords[k])) continue;
        keys += (keys.empty() ? "" : " or ") + ways[k];
    }
    return keys.empty() ? row.keys : keys;
}

void show_keys_of(const std::string& printed) { shown_keyboard = printed; }

std::string shown_keys(const KeyRow& row) { return keys_of(row, shown_keyboard); }

std::string tip(Action action) {
    for (const std::span<const KeyRow> rows : {key_rows(), lesson_key_rows()}) {
        for (const KeyRow& row : rows) {
            if (row.action == action) return std::string(row.does) + " (" + shown_keys(row) + ")";
        }
    }
    return "";
}

std::string keys_markdown() {
    return rows_markdown("key", key_rows()) + "\n" + rows_markdown("in a lesson", lesson_key_rows());
}

}  // namespace app
