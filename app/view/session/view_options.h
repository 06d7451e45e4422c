// What `view` and `render` take from the command line beside the simulation.
#pragma once
#include <cstdint>
#include <string>

#include "app/ask/flags.h"
#include "app/ask/options.h"
#include "app/gl/base/draw_settings.h"

namespace app {

struct ViewOptions : Options {
    uint32_t steps_per_frame = 0;  // 0: the command's default
    int width = 0, height = 0;     // 0: the command's default
    std::string shaders_dir;       // "": the embedded shaders
    std::string quality = "auto";  // auto, or one of kQualityNames
    std::string colour = "kind";   // what it says of a body: one of kColourNames
    bool boxes = false, pair_lines = false, contacts = false;
};

/// --size, --steps-per-frame, --colour, --boxes, --pairs, --contacts, --interop, --quality, --shaders
void picture_flags(Flags& flags, ViewOptions& options, const char* usual_size, const char* usual_steps);

/// How this view draws.
DrawLimits draw_limits(const ViewOptions& options);

}  // namespace app
