// All panels of a frame.
#include "app/view/panels/panels.h"

namespace app {

void draw_panels(PanelInput& in) {
    in.ui.items.clear();
    if (in.layout.panels) {
        draw_top_bar(in);
        draw_scene_panel(in);
        draw_sort_panel(in);
        if (in.ui.drawer) draw_drawer(in);
    } else {
        draw_hud(in);
    }
    draw_axis_strip(in);
    draw_walked_columns(in);
    draw_clip_handle(in);
    draw_legend(in);
    draw_hover(in);
    draw_message(in);
    draw_question(in);
    if (in.ui.help) draw_help(in);
}

}  // namespace app
