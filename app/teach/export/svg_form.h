// Pieces of SVG that the files of this room share.
#pragma once
#include <string>

#include "app/teach/figure/inks.h"

namespace app::svg {

/// printf into a string of at most 511 characters.
__attribute__((format(printf, 1, 2))) std::string form(const char* format, ...);

/// Returns "#rrggbb"
std::string hex(Ink ink);

/// Returns " opacity=..." or "".
std::string faded(float opacity);

}  // namespace app::svg
