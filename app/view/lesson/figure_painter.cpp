// The look of figures in the window.
#include "app/view/lesson/figure_painter.h"

#include <algorithm>

#include "app/teach/paint/figure_paint.h"
#include "app/view/lesson/imgui_canvas.h"

namespace app {
namespace {

PaintStyle paint_style(const FigurePlacing& placing, const Fonts& fonts, float scale,
                       const FigureMarks& marks) {
    const Region& room = placing.room;
    const float left = room.x + placing.gutter, small = fonts.small_->FontSize;
    PaintStyle style;
    style.theme = marks.theme;
    style.tracked = marks.tracked;
    style.hovered = marks.hovered;
    style.origin = {placing.origin.x, placing.origin.y};
    style.column = placing.column;
    style.line = placing.line;
    style.view_left = left;
    style.view_right = room.x + room.width - 4 * scale;
    style.names_right = left - kRightOfNames * small;
    style.names_width = placing.gutter - (kLeftOfNames + kRightOfNames) * small + 0.5f;  // it was rounded
    style.name_size = small;
    style.name_opacity = 0.75f;
    style.text_size = std::min(fonts.regular->FontSize, placing.line * 0.92f);
    style.label_size = std::min(small, placing.line);
    style.line_label_size = small * 0.92f;
    style.plane_text_size = small * 0.86f;
    style.stacked = kStackedDigit;
    style.scale = scale;
    style.stroke = 0.87f * scale;
    style.line_width = 1.3f * scale;
    style.faint_line = 0.55f;
    style.cell_edge = 0;
    style.screen = true;
    return style;
}

}  // namespace

void draw_figure(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, const Fonts& fonts,
                 float scale, const FigureMarks& marks) {
    ImGuiCanvas canvas(list, placing.room, placing.gutter, fonts, scale);
    paint_figure(figure, TextNeeds(figure), paint_style(placing, fonts, scale, marks), canvas);
}

}  // namespace app
