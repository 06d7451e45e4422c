// Endings of names of files.
#pragma once
#include <algorithm>
#include <string_view>

#include "app/base/text/letters.h"

namespace app {

/// Returns whether a name has the ending. Capitals count as small letters: "X.NPY" ends in ".npy".
inline bool has_ending(std::string_view path, std::string_view small_ending) {
    return path.size() >= small_ending.size() &&
           std::equal(small_ending.rbegin(), small_ending.rend(), path.rbegin(),
                      [](char small, char c) { return small_letter(c) == small; });
}

}  // namespace app
