// --input of the command line: a kind of made keys, refused with the nearest name.
#pragma once
#include <string>

#include "sort/lab/inputs.h"

namespace app {

/// Throws BadUsage.
sort::Input checked_input(const std::string& text);

}  // namespace app
