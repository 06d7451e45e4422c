// The colours of the colour modes: one table for the shaders and the legend.
#pragma once
#include <cstdint>
#include <vector>

#include "app/base/colour.h"

namespace app {

inline constexpr int kPaletteSize = 256;

/// 0xRRGGBB (sRGB) at a place 0..1 of the mode's palette.
uint32_t palette_colour(Colour colour, float value);

/// kPaletteSize colours, as bytes r g b a, for a texture.
std::vector<uint8_t> palette_texels(Colour colour);

}  // namespace app
