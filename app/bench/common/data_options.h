// --data DIR: own frames instead of made input.
#pragma once
#include <string>

#include "app/cli/flags.h"

namespace app {

struct DataOptions {
    std::string folder;              // "": none
    std::string carry_order = "on";  // "off": as recorded
    std::string plot;                // an .svg file; "": none

    bool carries() const { return carry_order == "on"; }
};

/// Why a flag of made input does nothing beside --data.
inline constexpr const char* kOfMadeInput = "does not go with --data, whose frames are measured as they are";

/// --data, --carry-order and --plot; `items` is what the frames hold.
void data_flags(Flags& flags, DataOptions& options, const std::string& items);

}  // namespace app
