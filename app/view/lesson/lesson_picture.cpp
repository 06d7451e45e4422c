// The picture of the stage: one figure, or two above each other. Wheel, hover and click.
#include <algorithm>
#include <cmath>

#include "app/view/lesson/figure_painter.h"
#include "app/view/lesson/lesson_panels.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

/// Names what is under the mouse, and turns clicks into the key that is followed.
uint32_t use_mouse(PanelInput& in, LessonData& data, size_t k, const FigurePlacing& placing) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const LessonStep* step = data.state.step(k);
    if (const FigureRow* row = row_name_at(data.state.now(k), placing, mouse);
        row && !row->sentence.empty()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
        ImGui::Text("%s: %s", row->name.c_str(), row->sentence.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
    const FigureCell* cell = cell_at(data.state.now(k), placing, mouse);
    if (cell && cell->row >= 0 && step)
        cell_tooltip(data.state.lesson(k), *step, data.state.figure(k), *cell);
    const uint32_t body = shape_at(data.state.now(k), placing, mouse);
    if (!cell && body != kNoPair) body_tooltip(data.state.lesson(k), body);
    const uint32_t pair = cell ? cell->pair : body;
    const ImVec2 moved = ImGui::GetMouseDragDelta(0, 0);
    const bool clicked = ImGui::IsMouseReleased(0) && std::fabs(moved.x) + std::fabs(moved.y) < 4 * in.scale;
    if (clicked && pair != kNoPair) in.ui.tracked_pair = in.ui.tracked_pair == pair ? kNoPair : pair;
    return pair;
}

void use_wheel(LessonData& data, size_t k, const FigurePlacing& placing) {
    FigureScroll& scroll = data.scroll[k];
    const ImGuiIO& io = ImGui::GetIO();
    const float step = placing.line * 3;
    if (io.MouseWheel != 0 || ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1)) data.scroll_to[k] = -1;
    if (io.KeyCtrl && io.MouseWheel != 0) {
        // The column under the mouse stays under it.
        const float at = (io.MousePos.x - placing.origin.x) / placing.column;
        const float before = scroll.zoom;
        scroll.zoom = std::clamp(scroll.zoom * std::pow(1.2f, io.MouseWheel), 1.0f, 16.0f);
        scroll.x += at * placing.column * (scroll.zoom / before - 1);
    } else if (io.KeyShift) {
        scroll.x -= io.MouseWheel * step;
    } else {
        scroll.y -= io.MouseWheel * step;
        scroll.x -= io.MouseWheelH * step;
    }
    if (ImGui::IsMouseDragging(0, 4) || ImGui::IsMouseDragging(1, 4)) {
        scroll.x -= io.MouseDelta.x;
        scroll.y -= io.MouseDelta.y;
    }
}

/// Draws a bar at an edge where only a part of the figure is in view: it marks that part.
void draw_scroll_marks(ImDrawList& list, const Figure& figure, const FigurePlacing& placing, float scale) {
    const Region& room = placing.room;
    const float thick = std::round(4 * scale), high = figure.height * placing.line + 16 * scale;
    if (high > room.height + 1) {
        const float from = room.y + (room.y + 8 * scale - placing.origin.y) / high * room.height;
        const float length = std::max(room.height / high * room.height, 12 * scale);
        const float x = room.x + room.width - thick - 1;
        list.AddRectFilled({x, from}, {x + thick, from + length}, ImGui::GetColorU32(ImGuiCol_ScrollbarGrab),
                           thick / 2);
    }
    const float left = room.x + placing.gutter, wide = room.width - placing.gutter,
                all = figure.width * placing.column + 8 * scale;
    if (all > wide + 1) {
        const float from = left + (left - placing.origin.x) / all * wide;
        const float y = room.y + room.height - thick - 1;
        list.AddRectFilled({from, y}, {from + wide / all * wide, y + thick},
                           ImGui::GetColorU32(ImGuiCol_ScrollbarGrab), thick / 2);
    }
}

/// After a move: what the last operation changed is in view.
void keep_in_view(LessonData& data, size_t k, const Region& room, const Fonts& fonts, float scale) {
    const Figure& figure = data.state.figure(k);
    const FigurePlacing placing =
        place_figure(figure, data.state.row_names(), room, fonts, scale, data.scroll[k]);
    const Area changed = changed_area(figure, data.state.clock.operation());
    if (changed.height <= 0) return;
    const float top = placing.at({0, changed.y}).y - placing.line * 1.5f;
    const float bottom = placing.at({0, changed.y + changed.height}).y + placing.line;
    float y = data.scroll[k].y;
    if (bottom > room.y + room.height) y += bottom - (room.y + room.height);
    if (top < room.y) y = data.scroll[k].y - (room.y - top);
    if (bottom - top > room.height) y = data.scroll[k].y + top - room.y;  // too tall: its top
    data.scroll_to[k] = std::max(y, 0.0f);
}

/// The eye can follow: most of the way in a tenth of a second.
void scroll_on(LessonData& data, size_t k) {
    float &y = data.scroll[k].y, &to = data.scroll_to[k];
    if (to < 0) return;
    y += (to - y) * std::min(ImGui::GetIO().DeltaTime * 14, 1.0f);
    if (std::fabs(to - y) < 1) {
        y = to;
        to = -1;
    }
}

void draw_one(PanelInput& in, LessonData& data, size_t k, Region room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (data.state.count() > 1) {  // whose it is
        const float line = in.fonts.bold->FontSize;
        const ImVec2 at{room.x + 10 * in.scale, room.y + 4 * in.scale};
        const std::string& name = data.state.lesson(k).engine;
        list.AddText(in.fonts.bold, line, at, colours::kText, name.c_str());
        const float wide = in.fonts.bold->CalcTextSizeA(line, 1e9f, 0, name.c_str()).x;
        const LessonStep* step = data.state.step(k);
        const std::string stage =
            data.state.ended(k) ? "has ended" : (step ? step->stage + ", " : "") + data.state.stage_text(k);
        list.AddText({at.x + wide + line, at.y}, colours::kDim, stage.c_str());
        room.y += line * 1.5f;
        room.height -= line * 1.5f;
    }
    const LessonStep* step = data.state.step(k);
    if (!step || !step->ran) {
        const std::string text = data.state.sentence(k);
        const float wide = std::min(ImGui::CalcTextSize(text.c_str()).x, room.width * 0.8f);
        list.AddText(in.fonts.regular, in.fonts.regular->FontSize,
                     {room.x + (room.width - wide) / 2, room.y + room.height * 0.4f}, colours::kDim,
                     text.c_str(), nullptr, room.width * 0.8f);
        return;
    }
    if (data.kept_in_view != data.state.clock.place()) keep_in_view(data, k, room, in.fonts, in.scale);
    scroll_on(data, k);
    FigurePlacing placing =
        place_figure(data.state.figure(k), data.state.row_names(), room, in.fonts, in.scale, data.scroll[k]);
    FigureMarks marks{in.ui.tracked_pair, kNoPair,
                      in.view.draw.theme == Theme::light ? InkTheme::light : InkTheme::dark};
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool inside = mouse.x >= room.x && mouse.x < room.x + room.width && mouse.y >= room.y &&
                        mouse.y < room.y + room.height;
    if (inside && ImGui::IsWindowHovered()) {
        use_wheel(data, k, placing);
        placing = place_figure(data.state.figure(k), data.state.row_names(), room, in.fonts, in.scale,
                               data.scroll[k]);
        marks.hovered = use_mouse(in, data, k, placing);
    }
    draw_figure(list, data.state.now(k), placing, in.fonts, in.scale, marks);
    draw_scroll_marks(list, data.state.figure(k), placing, in.scale);
}

}  // namespace

void draw_lesson_picture(PanelInput& in, LessonData& data) {
    const Region& all = in.layout.picture;
    if (all.width < 8 || all.height < 8) return;
    const bool light = in.view.draw.theme == Theme::light;
    begin_region("##lesson picture", all,
                 colours::rgb(inks(light ? InkTheme::light : InkTheme::dark).background));
    in.ui.items.push_back({"lesson picture", {all.x, all.y}, {all.x + all.width, all.y + all.height}});
    const size_t count = data.state.count();
    const float each = all.height / static_cast<float>(count);
    for (size_t k = 0; k < count; k++) {
        const float y = all.y + each * static_cast<float>(k);
        if (k > 0)
            ImGui::GetWindowDrawList()->AddLine({all.x, y}, {all.x + all.width, y}, colours::kLine, in.scale);
        draw_one(in, data, k, {all.x, y, all.width, each});
    }
    data.kept_in_view = data.state.clock.place();
    end_region();
}

}  // namespace app
