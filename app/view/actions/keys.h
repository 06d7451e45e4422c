// Names of keys, and what a pressed key means on the keyboards of several countries.
#pragma once
#include <string>
#include <vector>

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

struct Chord {
    int code = 0;  // 0: none
    int mods = 0;
};

/// Returns what a pressed key may mean, the likeliest first, by what is printed on it: the character without Shift;
/// else, of the row of digits, the digit; else the character with Shift. So the digits of a French keyboard need no
/// Shift, but for 6, whose key prints a minus, too. Keys whose print is not known count as those of a US keyboard.
std::vector<Chord> chords_of(const InputEvent& event);

/// The letter that is printed on a key, as `A`, else the event's code: for text fields.
int letter_or_code(const InputEvent& event);

/// Returns whether this keyboard has the key without AltGr, as far as `printed` (Context::printed_keys) tells; "": yes.
bool has_key(const Chord& chord, const std::string& printed);

}  // namespace app
