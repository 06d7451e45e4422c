// The table of keys: what a key is called, what it does, which action it starts. The help (F1),
// app/manual/keys.md and the program all read this one table.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>

#include "app/gl/context.h"

namespace app {

/// GLFW's numbers, named here because only the window's module may see GLFW. Printable keys are ASCII.
namespace key {
enum Code : int {
    space = 32,
    escape = 256,
    enter,
    tab,
    backspace,
    insert,
    del,
    right,
    left,
    down,
    up,
    page_up,
    page_down,
    home,
    end,
    f1 = 290,
    f2,
    f3,
    f4,
    f5 = 294,
    f12 = 301,
    kp_enter = 335,
    left_shift = 340,
    left_control,
    left_alt,
    left_super,
    right_shift,
    right_control,
    right_alt,
    right_super
};
enum Mods : int { none = 0, shift = 1, control = 2, alt = 4 };
}  // namespace key

enum class Action {
    nothing,  // rows of the mouse
    pause,
    one_step,
    step_back,
    play_forwards,
    play_backwards,
    slower,
    faster,
    restart,
    restart_new_seed,
    previous_scene,
    next_scene,
    find_scene,
    colour_kind,
    colour_rank,
    colour_digit,
    colour_tile,
    colour_shift,
    colour_disorder,
    colour_pairs,
    colour_speed,
    colour_depth,
    colour_asleep,
    flat,
    boxes,
    pair_lines,
    contacts,
    columns,
    throw_body,
    throw_handful,
    hand_mode,
    camera_key,
    halo,
    tree_coarser,
    tree_finer,
    axis_strip,
    freeze_sort,
    race,
    moment_back,
    moment_forward,
    of_all,
    clip,
    clip_axis,
    clip_further,
    clip_nearer,
    next_engine,
    previous_engine,
    switch_backend,
    look_at_selected,
    reset_camera,
    camera_front,
    camera_above,
    camera_near,
    clear,
    panels,
    tool_panel,
    layout_watch,
    layout_profile,
    layout_pairs,
    help,
    scale_up,
    scale_down,
    scale_reset,
    save_picture,
    record_video,
    write_trace,
    lesson,
    quit,
    // Of the lesson's own keys, while it is open.
    lesson_play,
    operation_forward,
    operation_back,
    stage_forward,
    stage_back,
    pass_forward,
    pass_back,
    lesson_first,
    lesson_last
};

struct Chord {
    int code = 0;  // 0: none
    int mods = 0;
};

struct KeyRow {
    const char* keys;  // as the help prints it
    const char* does;
    Action action;
    std::array<Chord, 3> chords;
    bool repeats = false;  // while the key is held: steps and sizes; all others once per press
};

std::span<const KeyRow> key_rows();

/// Those of an open lesson, which come before the others.
std::span<const KeyRow> lesson_key_rows();

/// The action of a pressed key, by what is printed on it: the character without Shift; else, of the row of digits, the
/// digit; else the character with Shift. So the digits of a French keyboard need no Shift, but for 6, whose key prints
/// a minus, too. Keys whose print is not known count as those of a US keyboard. A key that is held has an action only
/// where that repeats.
std::optional<Action> find_action(const InputEvent& event, bool lesson = false);

/// The letter that is printed on a key, as `A`, else the event's code: for text fields.
int letter_or_code(const InputEvent& event);

/// A row's keys: of several ways those that this keyboard has without AltGr, as far as `printed` (Context::printed_keys)
/// tells; "": all.
std::string keys_of(const KeyRow& row, const std::string& printed);

/// The keyboard of what tip() and the help show from now on; "": not known.
void show_keys_of(const std::string& printed);
std::string shown_keys(const KeyRow& row);

/// "Pause or run (P or Space)": for tooltips.
std::string tip(Action action);

/// The table as it stands in app/manual/keys.md.
std::string keys_markdown();

}  // namespace app
