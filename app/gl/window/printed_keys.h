// What a key prints, by the symbols (keysyms of X11) that a layout gives it. Knows no X11, so that a test can list
// layouts.
#pragma once
#include <cstdint>

#include "app/gl/context.h"

namespace app {

/// Keysyms of one key in one group of a layout, without and with Shift; 0: none.
struct KeySymbols {
    uint32_t plain = 0, shifted = 0;
};

/// Returns the code point of a keysym. 0: it is no character, as of a dead key; kOtherCharacter: one of an
/// alphabet whose keysyms are older than Unicode.
inline constexpr char32_t kOtherCharacter = 0xfffd;
constexpr char32_t character_of(uint32_t keysym) {
    if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) return keysym;
    if ((keysym & 0xff000000u) == 0x01000000u) return keysym & 0xffffffu;
    if ((keysym >= 0xffaa && keysym <= 0xffb9) || keysym == 0xffbd) return keysym - 0xff80;  // keypad
    return keysym > 0xff && keysym < 0xfd00 ? kOtherCharacter : 0;
}

constexpr bool is_latin_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// GLFW's code of what a key of the keypad does without Num Lock; 0: nothing.
constexpr int navigation_of(uint32_t keysym) {
    constexpr int kCodes[] = {268, 263, 265, 262, 264, 266, 267, 269, 0, 260, 261};  // Home to Delete
    return keysym >= 0xff95 && keysym <= 0xff9f ? kCodes[keysym - 0xff95] : 0;
}

constexpr PrintedKey printed_by(KeySymbols symbols) {
    const char32_t plain = character_of(symbols.plain), shifted = character_of(symbols.shifted);
    return {plain ? plain : kOtherCharacter, shifted, 0};  // a dead key is none of a US keyboard either
}

/// Returns what is printed on a key. `active`: the group in use, `latin`: one of the layout that has Latin
/// letters, null: none has. `place` is GLFW's code. Where the group in use has none, letters are those of
/// `latin` or, without one, of a US keyboard; punctuation is as the group prints it.
constexpr PrintedKey printed_on(int place, KeySymbols active, bool active_is_latin, const KeySymbols* latin) {
    if (active_is_latin) return printed_by(active);
    const char32_t plain = character_of(active.plain);
    const bool letter_place = place >= 'A' && place <= 'Z';
    if (!letter_place && plain > ' ' && plain < 127 && !is_latin_letter(plain)) return printed_by(active);
    return latin ? printed_by(*latin) : PrintedKey{};
}

}  // namespace app
