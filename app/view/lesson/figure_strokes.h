// Lines and hatches of figures with ImDrawList, in pixels. None opens a clip rectangle: each would be a draw
// call.
#pragma once
#include <imgui.h>

#include "app/teach/figure/inks.h"

namespace app {

/// Straight, or a curve that leaves and arrives upright.
void stroke_line(ImDrawList& list, ImVec2 from, ImVec2 to, bool curved, ImU32 ink, float thick, Dash dash,
                 float scale);
void arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 ink, float size);
void draw_hatch(ImDrawList& list, ImVec2 a, ImVec2 b, Hatch hatch, ImU32 ink, float scale);

}  // namespace app
