// Texts of others, made fit to be shown: every byte of a name is seen, and no two names look the same.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace app {

/// Returns the text with \xNN for each byte that is not valid UTF-8 and for control characters but the line
/// break, and \u{NNNN} for characters that cannot be shown.
std::string escaped(std::string_view text, const std::function<bool(char32_t)>& is_shown);

/// Returns the text as one word for a shell: quoted where it holds anything but letters, digits and _ - . / + , : @ %.
std::string shell_word(const std::string& text);

}  // namespace app
