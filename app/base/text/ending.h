// Endings of names of files.
#pragma once
#include <algorithm>
#include <string_view>

namespace app {

/// "X.NPY" ends in ".npy": capitals count as small letters.
inline bool has_ending(std::string_view path, std::string_view small_ending) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? char(a - 'A' + 'a') : a) == b; };
    return path.size() >= small_ending.size() &&
           std::equal(small_ending.rbegin(), small_ending.rend(), path.rbegin(),
                      [&](char small, char c) { return same(c, small); });
}

}  // namespace app
