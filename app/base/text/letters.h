// Latin letters, whatever the locale.
#pragma once
#include <string>
#include <string_view>

namespace app {

inline char small_letter(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

inline std::string small_letters(std::string_view word) {
    std::string small(word);
    for (char& c : small) c = small_letter(c);
    return small;
}

}  // namespace app
