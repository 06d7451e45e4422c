// The colours and legends of the modes that show the sort: digit, tile and disorder. Parts of palette.cpp.
#pragma once
#include <string>
#include <vector>

#include "app/gl/palette.h"
#include "app/gl/scene_renderer.h"

namespace app {

/// Colours and texts for shows_sort(colour) alone; as palette_colour(), legend(), legend_title() and value_text().
uint32_t sort_palette_colour(Colour colour, float value);
std::vector<LegendEntry> sort_legend(Colour colour, const LegendScene& scene);
std::string sort_legend_title(Colour colour, const LegendScene& scene);
std::string sort_value_text(Colour colour, float value, uint32_t bodies, const LegendScene& scene);

}  // namespace app
