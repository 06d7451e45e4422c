// What GLFW does not say of X11: the symbols of a keyboard layout, and that the connection is lost. Everything is
// looked up at run time; where GLFW does not use X11, nothing is known.
#pragma once
#include "app/gl/context.h"

namespace app::x11 {

/// Attaches to GLFW's connection, after glfwInit. From then on a lost connection is noted (lost()) instead of
/// ending the program by exit(), where libX11 can do that (1.7 and newer).
void attach();

/// Detaches from the connection, before glfwTerminate.
void detach();

bool lost();

/// Groups of the keyboard's layout, each the symbols of one language.
struct KeyboardLayout {
    bool known = false;
    int active = 0;
    bool active_is_latin = true;
    int latin = -1;  // another group with Latin letters; -1: none
};
KeyboardLayout keyboard_layout();

/// Finds what is printed on the key of GLFW's code and scancode. Returns false if that is not known.
bool printed_key(const KeyboardLayout& layout, int code, int scancode, PrintedKey& printed);

/// Present meaning of a key of the keypad: GLFW's code of a key such as Home, or the character that it prints.
struct KeypadKey {
    int code = 0;
    char32_t character = 0;
};
bool keypad_key(int scancode, bool num_lock, KeypadKey& key);

}  // namespace app::x11
