#include "app/base/text/utf8.h"

#include <cstddef>
#include <cstdint>

namespace app {

Utf8Character first_character(std::string_view text) {
    const auto at = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
    const uint8_t lead = at(0);
    if (lead < 0x80) return {lead, 1, true};
    const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) return {lead, 1, false};
    char32_t code = lead & (0xff >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        const uint8_t low = i > 1 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const uint8_t high = i > 1 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (at(i) < low || at(i) > high) return {lead, i, false};
        code = code << 6 | (at(i) & 0x3f);
    }
    return {code, length, true};
}

namespace {

/// U+EF80 to U+EFFF stand for the bytes 0x80 to 0xFF.
constexpr char32_t kFirst = 0xef80, kLast = 0xefff;

void append_byte(std::string& text, char byte) {
    const auto value = static_cast<uint8_t>(byte);
    text += '\xee';
    text += static_cast<char>(value < 0xc0 ? '\xbe' : '\xbf');
    text += static_cast<char>(0x80 | (value & 0x3f));
}

template <class Broken>
std::string changed(std::string_view bytes, Broken broken) {
    std::string text;
    while (!bytes.empty()) {
        const Utf8Character one = first_character(bytes);
        const std::string_view whole = bytes.substr(0, one.bytes);
        if (!one.valid || (one.code >= kFirst && one.code <= kLast))
            broken(text, whole, !one.valid);
        else
            text += whole;
        bytes.remove_prefix(one.bytes);
    }
    return text;
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
    return changed(bytes, [](std::string& text, std::string_view part, bool breaks_off) {
        text += breaks_off ? "\xef\xbf\xbd" : part;
    });
}

std::string exact_utf8(std::string_view bytes) {
    return changed(bytes, [](std::string& text, std::string_view part, bool) {
        for (const char byte : part) append_byte(text, byte);
    });
}

std::string exact_bytes(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        const Utf8Character one = first_character(text);
        if (one.valid && one.code >= kFirst && one.code <= kLast)
            bytes += static_cast<char>(one.code & 0xff);
        else
            bytes += text.substr(0, one.bytes);
        text.remove_prefix(one.bytes);
    }
    return bytes;
}

}  // namespace app
