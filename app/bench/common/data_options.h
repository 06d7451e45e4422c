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

/// --data, --carry-order and --plot; `items` is what the frames hold, `left` who leaves them in order.
void data_flags(Flags& flags, DataOptions& options, const std::string& items);

/// Throws BadUsage for the other two flags without --data.
void require_data(const DataOptions& options);

}  // namespace app
