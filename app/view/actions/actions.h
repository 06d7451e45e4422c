// Actions of keys and buttons: one row each, which the keys, the buttons, the help (F1) and app/manual/keys.md read.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/view/actions/keys.h"
#include "app/view/session/session_parts.h"

namespace app {

class LessonClock;
struct UiState;

/// Gives an action what it may change.
struct ActionTarget : SessionParts {
    UiState& ui;
    LessonClock* lesson = nullptr;  // of the open lesson; only its own actions need it
};

struct Action {
    const char* name;  // "next_engine": what buttons call it; "": a row of the mouse
    const char* keys;  // as the help prints it
    const char* text;
    std::array<Chord, 3> chords = {};
    void (*run)(const ActionTarget& to) = nullptr;  // null: a row of the mouse
    bool repeats = false;        // while the key is held: steps and sizes; all others once per press
    bool beside_lesson = false;  // the help of an open lesson lists it too
};

std::span<const Action> actions();

/// Returns the actions of an open lesson, whose keys come before the others.
std::span<const Action> lesson_actions();

/// The action of a pressed key (see chords_of); null: none. A key that is held has an action only where that repeats.
const Action* find_action(const InputEvent& event, bool lesson = false);

/// Throws std::out_of_range where no action has this name.
const Action& action_named(std::string_view name);
void perform(std::string_view name, const ActionTarget& to);

/// Lists the action's keys: of several ways those that a keyboard has, by `printed` (Context::printed_keys); "": all.
std::string keys_of(const Action& action, const std::string& printed);

/// Sets the keyboard that tip() and the help describe from now on; "": not known.
void show_keys_of(const std::string& printed);
std::string shown_keys(const Action& action);

/// "Pause or run (P or Space)": for tooltips.
std::string tip(std::string_view name);

/// Makes the table of app/manual/keys.md.
std::string keys_markdown();

}  // namespace app
