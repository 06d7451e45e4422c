// Lines, hatches and ticks of figures with ImDrawList, in pixels. None opens a clip rectangle: each would be a draw
// call.
#pragma once
#include <imgui.h>

#include "app/teach/figure/inks.h"

namespace app {

/// Straight, or a curve that leaves and arrives upright.
struct Stroke {
    ImVec2 from, to;
    bool curved = false;
};

void stroke_line(ImDrawList& list, const Stroke& stroke, ImU32 ink, float thick, Dash dash, float scale);
void arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 ink, float size);
void draw_hatch(ImDrawList& list, ImVec2 a, ImVec2 b, Hatch hatch, ImU32 ink, float scale);
void draw_tick(ImDrawList& list, ImVec2 middle, float radius, ImU32 ink, float thick);

}  // namespace app
