// Regions of the window.
#include "app/view/widgets/layout.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr float kLeastSide = 226, kMostSide = 300, kLeastToolPanel = 150, kMostToolPanel = 290;  // unscaled
constexpr float kMostDraggedSide = 480, kLeastView = 260, kLeastViewHeight = 140;

// The smallest window, in unscaled pixels, in which the panels are complete.
constexpr float kLeastWidth = 800, kLeastHeight = 450;
constexpr float kUnreadable = 0.6f;
constexpr float kWithoutPanels = 0.85f;  // what floats over a view too small for panels needs less room

/// Takes the lower edge of the view for the time bar.
void lay_time_bar(float scale, Layout& layout) {
    Region& view = layout.view;
    const float height = std::round(std::min(13 * scale, 0.1f * view.height));
    view.height -= height;
    layout.time = {view.x, view.y + view.height, view.width, height};
}

/// Takes the lower part of the view for the axis strip.
void lay_strip(const UiState& ui, float scale, Layout& layout) {
    Region& view = layout.view;
    const float height = std::round(std::min(96 * scale, 0.3f * view.height));
    if (!ui.axis_strip || height < 40 * scale) return;
    view.height -= height;
    layout.strip = {view.x, view.y + view.height, view.width, height};
}

/// The lesson's picture in place of the view and the tool panel; the view is a small one above the right panel.
void make_room_for_lesson(Layout& layout, const UiState& ui, float w, float h, float scale) {
    const float top = layout.top.height, steps = std::round(164 * scale);
    const float left = layout.left.width, right = layout.right.width;
    layout.picture = {left, top, w - left - right, std::max(h - top - steps, 0.0f)};
    layout.steps = {left, h - std::min(steps, h - top), layout.picture.width, std::min(steps, h - top)};
    layout.tool_panel = {};
    layout.view = {};
    if (!layout.panels || !ui.lesson_scene) return;
    const float inset = std::round(std::min(right * 0.62f, h * 0.3f));
    layout.view = {w - right, top, right, inset};
    layout.right.y += inset;
    layout.right.height -= inset;
}

/// Returns the width in pixels of a panel beside the view: as dragged, or a share of the window. Its texts
/// fit, and a view is left.
float side_width(float dragged, float window, float scale) {
    const float least = kLeastSide * scale;
    if (!(dragged > 0)) return std::round(std::clamp(0.175f * window, least, kMostSide * scale));
    const float room = std::max(0.5f * (window - kLeastView * scale), least);
    return std::round(std::clamp(dragged * scale, least, std::min(kMostDraggedSide * scale, room)));
}

float tool_panel_height(float dragged, float window, float top, float scale) {
    const float least = kLeastToolPanel * scale;
    if (!(dragged > 0)) return std::round(std::clamp(0.315f * window, least, kMostToolPanel * scale));
    return std::round(
        std::clamp(dragged * scale, least, std::max(window - top - kLeastViewHeight * scale, least)));
}

}  // namespace

float effective_scale(const UiState& ui, int width, int height, float content_scale) {
    const float chosen = ui.scale * (content_scale > 0 ? content_scale : 1);
    const float fits =
        std::min(static_cast<float>(width) / kLeastWidth, static_cast<float>(height) / kLeastHeight);
    const float least = fits < kUnreadable ? kWithoutPanels : kUnreadable;
    return std::min(chosen, std::max(fits, least));
}

Layout make_layout(const UiState& ui, int width, int height, float scale) {
    const float w = static_cast<float>(width), h = static_cast<float>(height);
    Layout layout;
    layout.view = {0, 0, w, h};
    layout.panels = ui.panels && w >= kLeastWidth * kUnreadable && h >= kLeastHeight * kUnreadable;
    if (!layout.panels) {
        if (ui.lesson)
            make_room_for_lesson(layout, ui, w, h, scale);
        else
            lay_strip(ui, scale, layout);
        return layout;
    }

    const float top = std::round(38 * scale);
    const float left = ui.left ? side_width(ui.left_width, w, scale) : 0;
    const float right = ui.right ? side_width(ui.right_width, w, scale) : 0;
    const float tool_panel = ui.tool_panel ? tool_panel_height(ui.tool_panel_height, h, top, scale) : 0;
    layout.top = {0, 0, w, top};
    layout.left = {0, top, left, h - top};
    layout.right = {w - right, top, right, h - top};
    layout.view = {left, top, w - left - right, h - top - tool_panel};
    layout.tool_panel = {left, h - tool_panel, layout.view.width, tool_panel};
    if (ui.lesson)
        make_room_for_lesson(layout, ui, w, h, scale);
    else {
        lay_time_bar(scale, layout);
        lay_strip(ui, scale, layout);
    }
    return layout;
}

void split_view(Layout& layout) {
    const float left = std::floor(layout.view.width / 2);
    layout.second_view = layout.view;
    layout.second_view.x += left;
    layout.second_view.width -= left;
    layout.view.width = left;
}

}  // namespace app
