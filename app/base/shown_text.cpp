// See shown_text.h.
#include "app/base/shown_text.h"

#include <cstdio>

namespace app {

Utf8Character first_character(std::string_view text) {
    const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
    if (text.empty()) return {0, 0, false};
    if (byte(0) < 0x80) return {byte(0), 1, true};
    const size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    constexpr char32_t kLeast[] = {0x80, 0x800, 0x10000};  // less is written with fewer bytes
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) return {byte(0), 1, false};
    char32_t code = byte(0) & (0x7fu >> bytes);
    for (size_t k = 1; k < bytes; ++k) {
        if ((byte(k) & 0xc0) != 0x80) return {byte(0), 1, false};
        code = code << 6 | (byte(k) & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < kLeast[bytes - 2] || code > 0x10ffff || surrogate) return {byte(0), 1, false};
    return {code, bytes, true};
}

std::string escaped(std::string_view text, const std::function<bool(char32_t)>& is_shown) {
    std::string shown;
    char number[16];
    while (!text.empty()) {
        const Utf8Character c = first_character(text);
        const bool control = (c.code < 0x20 && c.code != '\n') || (c.code >= 0x7f && c.code < 0xa0);
        if (!c.valid || c.code == 0x7f || (control && c.bytes == 1)) {
            std::snprintf(number, sizeof number, "\\x%02X", unsigned(static_cast<unsigned char>(text[0])));
            shown += number;
        } else if (control || (c.code >= 0x80 && !is_shown(c.code))) {
            std::snprintf(number, sizeof number, "\\u{%04X}", unsigned(c.code));
            shown += number;
        } else {
            shown += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    return shown;
}

}  // namespace app
