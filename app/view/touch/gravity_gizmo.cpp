// An arrow in the view's corner that shows where bodies fall; dragging it tilts gravity.
#include <algorithm>
#include <cmath>

#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/touch/touch.h"
#include "app/view/touch/vectors.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kRadius = 27, kMargin = 10;  // unscaled pixels
constexpr float kSnap = 0.9986f;             // within three degrees of straight down it is straight down

struct Axes {
    glm::vec3 right, up, ahead;
};

Axes axes_of(const Camera& camera) {
    const glm::vec3 ahead = glm::normalize(camera.target - camera.position());
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0, 1, 0)));
    return {right, glm::cross(right, ahead), ahead};
}

void draw_arrow(ImDrawList* list, ImVec2 centre, glm::vec2 to, float radius, float scale, bool held) {
    const ImU32 colour = held ? colours::kYellow : colours::kAccent;
    const float length = glm::length(to);
    list->AddCircleFilled(centre, radius + 3 * scale, see_through(colours::kPanel, 150));
    list->AddCircle(centre, radius + 3 * scale, colours::kLine, 0, 1.2f * scale);
    const ImVec2 tip{centre.x + to.x * radius, centre.y - to.y * radius};
    if (length < 0.15f) {  // along what the camera looks along
        list->AddCircleFilled(centre, 4 * scale, colour);
        return;
    }
    const glm::vec2 way = glm::vec2(to.x, -to.y) / length, side(-way.y, way.x);
    const float head = std::min(9 * scale, length * radius);
    const auto back = [&](float across) {
        return ImVec2(tip.x - head * way.x + across * head * side.x,
                      tip.y - head * way.y + across * head * side.y);
    };
    list->AddLine(centre, back(0), colour, 3 * scale);
    list->AddTriangleFilled(tip, back(0.6f), back(-0.6f), colour);
}

std::string gizmo_tip(const sim::Vec3& gravity) {
    const float size = sim::length(gravity);
    const float angle = std::acos(std::clamp(-gravity.y / size, -1.0f, 1.0f));
    return text_of("Gravity: %.2f m/s\xc2\xb2, tilted by %.0f\xc2\xb0 from straight down. ", double(size),
                   double(glm::degrees(angle))) +
           "Drag the arrow to tilt it; double click: the scene's own.";
}

}  // namespace

sim::Vec3 tilted(const sim::Vec3& gravity, const Camera& camera, glm::vec2 to) {
    const Axes axes = axes_of(camera);
    const float size = sim::length(gravity), length = glm::length(to);
    if (length > 1) to /= length;
    const float behind = std::sqrt(std::max(1 - glm::dot(to, to), 0.0f));
    const float sign = glm::dot(to_glm(gravity), axes.ahead) < 0 ? -1.0f : 1.0f;
    const glm::vec3 way = glm::normalize(to.x * axes.right + to.y * axes.up + sign * behind * axes.ahead);
    if (-way.y > kSnap) return {0, -size, 0};
    return to_sim(size * way);
}

void draw_gravity_gizmo(PanelInput& in) {
    sim::Physics physics = in.simulation.physics();
    const float size = sim::length(physics.gravity_m_s2);
    const Region& view = in.layout.view;
    const float radius = kRadius * in.scale, margin = kMargin * in.scale;
    if (!in.layout.panels || physics.gravity.on || !(size > 0) || view.width < 8 * radius ||
        view.height < 4 * radius)
        return;
    const float side = 2 * (radius + margin);
    const Region region{view.x + view.width - side, view.y, side, side};
    const ImVec2 centre{region.x + side / 2, region.y + side / 2};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_region("##gravity", region, 0);
    ImGui::PopStyleVar();
    ImGui::SetCursorPos({margin / 2, margin / 2});
    ImGui::InvisibleButton("##arrow", {side - margin, side - margin});
    note_item(in.ui, "gravity arrow");
    const bool held = ImGui::IsItemActive(), over = ImGui::IsItemHovered();
    if (over && ImGui::IsMouseDoubleClicked(0)) {
        physics.gravity_m_s2 = in.simulation.scene_physics().gravity_m_s2;
        in.simulation.set_physics(physics);
    } else if (held && ImGui::IsMouseDragging(0)) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const sim::Vec3 now = tilted(physics.gravity_m_s2, in.view.camera,
                                     {(mouse.x - centre.x) / radius, (centre.y - mouse.y) / radius});
        const sim::Vec3 off = now - physics.gravity_m_s2;
        physics.gravity_m_s2 = now;
        if (sim::length(off) > 1e-4f * size) in.simulation.set_physics(physics);
    }
    const Axes axes = axes_of(in.view.camera);
    const glm::vec3 way = to_glm(physics.gravity_m_s2) / size;
    draw_arrow(ImGui::GetWindowDrawList(), centre, {glm::dot(way, axes.right), glm::dot(way, axes.up)},
               radius, in.scale, held || over);
    if (!held) tooltip(gizmo_tip(physics.gravity_m_s2));
    end_region();
}

}  // namespace app
