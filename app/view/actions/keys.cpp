#include "app/view/actions/keys.h"

#include <cctype>

namespace app {
namespace {

using key::control;
using key::shift;

constexpr bool is_ascii(char32_t c) { return c > ' ' && c < 127; }

int upper(char32_t c) { return std::toupper(static_cast<int>(c)); }

}  // namespace

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

int letter_or_code(const InputEvent& event) {
    const char32_t c = event.printed.plain;
    return is_ascii(c) && std::isalpha(static_cast<int>(c)) ? upper(c) : event.code;
}

bool has_key(const Chord& chord, const std::string& printed) {
    const bool character = is_ascii(char32_t(chord.code)) && !std::isalnum(chord.code);
    return !character || printed.empty() || printed.find(char(chord.code)) != printed.npos;
}

}  // namespace app
