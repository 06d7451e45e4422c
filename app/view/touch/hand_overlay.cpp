// The hand over the view: a line from the gripped point to where it is drawn to, or the outline of what pushes.
#include <cmath>

#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/touch/hand_control.h"
#include "app/view/touch/touch.h"
#include "app/view/touch/vectors.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr ImU32 kShade = 0xa0000000;  // below lines, so that they are seen on any picture

void mark(ImDrawList* list, ImVec2 at, float radius, ImU32 colour, float thick) {
    list->AddCircle(at, radius, kShade, 0, 2 * thick);
    list->AddCircle(at, radius, colour, 0, thick);
}

/// A sentence below a place, in the view.
void note(const PanelInput& in, ImDrawList* list, ImVec2 at, const char* text) {
    const Region& view = in.layout.view;
    ImGui::PushFont(in.fonts.small_);
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::PopFont();
    const float pad = 5 * in.scale;
    const float x = std::fmax(view.x + pad, std::fmin(at.x - size.x / 2, view.x + view.width - size.x - pad));
    const float y = std::fmin(at.y + 12 * in.scale, view.y + view.height - size.y - 2 * pad);
    list->AddRectFilled({x - pad, y - pad / 2}, {x + size.x + pad, y + size.y + pad / 2},
                        see_through(colours::kPanel, 215), 3 * in.scale);
    list->AddText(in.fonts.small_, in.fonts.small_->FontSize, {x, y}, colours::kText, text);
}

void draw_pull(const PanelInput& in, ImDrawList* list) {
    const auto grip = on_screen(in, in.ui.touch.hand.grip_m),
               target = on_screen(in, in.ui.touch.hand.target_m);
    if (!grip || !target) return;
    const float thick = 2 * in.scale;
    list->AddLine(*grip, *target, kShade, 2 * thick);
    list->AddLine(*grip, *target, colours::kYellow, thick);
    list->AddCircleFilled(*grip, 3 * in.scale, colours::kYellow);
    mark(list, *target, 6 * in.scale, colours::kYellow, thick);
    if (in.simulation.paused) note(in, list, *target, "Paused: it pulls from the next step on");
}

/// Returns the length in pixels of a metre at this depth.
float pixels_per_m(const PanelInput& in, float depth_m) {
    const float slope = std::tan(glm::radians(in.view.camera.fov_deg) / 2);
    return in.layout.view.height / (2 * slope * std::fmax(depth_m, 1e-6f));
}

void draw_push(const PanelInput& in, ImDrawList* list) {
    const HandShown& hand = in.ui.touch.hand;
    const Camera& camera = in.view.camera;
    const bool pushes = hand.kind == sim::Hand::pushes;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Region& view = in.layout.view;
    const bool over = mouse.x >= view.x && mouse.y >= view.y && mouse.x < view.x + view.width &&
                      mouse.y < view.y + view.height;
    if (!pushes && (!over || ImGui::GetIO().WantCaptureMouse)) return;
    const auto target = pushes ? on_screen(in, hand.target_m) : mouse;
    if (!target) return;
    const float depth_m = pushes ? depth_of(camera, to_glm(hand.target_m)) : camera.distance;
    const float radius = std::fmax(hand.radius_m * pixels_per_m(in, depth_m), 3.0f);
    mark(list, *target, radius, pushes ? colours::kYellow : colours::kText,
         (pushes ? 2.0f : 1.2f) * in.scale);
    const char* text = pushes && in.simulation.paused ? "Paused: it pushes from the next step on"
                       : pushes                       ? nullptr
                                                      : "Drag: pushes   Ctrl+wheel: size   N: off";
    if (text) note(in, list, {target->x, target->y + radius}, text);
}

}  // namespace

void draw_hand(PanelInput& in) {
    const Region& view = in.layout.view;
    if (view.width < 1 || view.height < 1) return;
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    if (in.ui.touch.hand.kind == sim::Hand::pulls)
        draw_pull(in, list);
    else if (in.ui.touch.hand_mode)
        draw_push(in, list);
    list->PopClipRect();
}

}  // namespace app
