// What `view` and `render` take from the command line beside the simulation.
#pragma once
#include <cstdint>
#include <string>

#include "app/ask/flags.h"
#include "app/ask/options.h"

namespace app {

struct ViewOptions : Options {
    uint32_t steps_per_frame = 0;  // 0: the command's default
    int width = 0, height = 0;     // 0: the command's default
    std::string shaders_dir;       // "": the embedded shaders
    std::string colour = "kind";   // what it says of a body: one of kColourNames
    bool boxes = false, pair_lines = false, contacts = false;
};

/// --size, --steps-per-frame, --colour, --boxes, --pairs, --contacts, --interop, --shaders
void picture_flags(Flags& flags, ViewOptions& options, const char* usual_size, const char* usual_steps);

}  // namespace app
