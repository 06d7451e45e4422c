// Bytes that need not be UTF-8, such as a file's name, as text that is.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace app {

/// First character of a text, or the bytes at its beginning that are no character; `code` is then the first byte.
/// Overlong forms, surrogates and numbers over U+10FFFF are no characters (Unicode, table 3-7). `text` is not empty.
struct Utf8Character {
    char32_t code = 0;
    size_t bytes = 1;  // of the character, or of the sequence that breaks off
    bool valid = false;
};
Utf8Character first_character(std::string_view text);

/// Returns text for JSON, CSV, HTML and SVG: bytes that are not UTF-8 become U+FFFD, one for each sequence
/// that breaks off.
std::string as_utf8(std::string_view bytes);

/// Returns text for files that are read again: each byte that is not UTF-8 becomes a character of its own,
/// U+EF80 to U+EFFF (of the area for private use), and so do the bytes of these characters. exact_bytes()
/// returns any bytes as they were.
std::string exact_utf8(std::string_view bytes);
std::string exact_bytes(std::string_view text);

}  // namespace app
