// All panels of a frame.
#include "app/view/panels/panels.h"

#include "app/view/session/compare.h"

namespace app {

namespace {

/// Draws panels and overlays beside and over the scene while it fills the window.
void draw_around_scene(PanelInput& in) {
    if (in.layout.panels) {
        if (in.layout.left.width > 0) draw_scene_panel(in);
        if (in.layout.right.width > 0) draw_sort_panel(in);
        if (in.ui.tool_panel) draw_tool_panel(in);
    } else {
        draw_hud(in);
    }
    draw_axis_strip(in);
    draw_walked_columns(in);
    draw_clip_handle(in);
    draw_legend(in);
    if (in.compare.ab()) draw_ab_labels(in);
}

}  // namespace

void draw_panels(PanelInput& in) {
    in.ui.items.clear();
    if (in.layout.panels) draw_top_bar(in);
    if (!in.ui.lesson) draw_around_scene(in);
    draw_hover(in);
    draw_message(in);
    draw_question(in);
    if (in.ui.help) draw_help(in);
}

}  // namespace app
