// --input of the command line: a kind of made keys, refused with the nearest name.
#pragma once
#include <string>

#include "sort/lab/inputs.h"

namespace app {

/// Keys of 32 bits. Throws BadUsage.
sort::Input checked_input(const std::string& text);

/// The same, and kinds of keys of 64 bits only. Throws BadUsage.
sort::Input checked_wide_input(const std::string& text);

}  // namespace app
