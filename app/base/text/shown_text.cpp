// Names as \xNN and \u{NNNN}, so that no two of them look the same.
#include "app/base/text/shown_text.h"

#include <cstdio>

#include "app/base/text/utf8.h"

namespace app {

std::string escaped(std::string_view text, const std::function<bool(char32_t)>& is_shown) {
    std::string shown;
    char number[16];
    while (!text.empty()) {
        const Utf8Character c = first_character(text);
        const bool control = (c.code < 0x20 && c.code != '\n') || (c.code >= 0x7f && c.code < 0xa0);
        if (!c.valid || c.code == 0x7f || (control && c.bytes == 1)) {
            for (const char byte : text.substr(0, c.bytes)) {
                std::snprintf(number, sizeof number, "\\x%02X", unsigned(static_cast<unsigned char>(byte)));
                shown += number;
            }
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

std::string shell_word(const std::string& text) {
    constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
    std::string word = "'";
    for (const char letter : text) word += letter == '\'' ? "'\\''" : std::string(1, letter);
    return word + "'";
}

}  // namespace app
