// Of the scene panel: gravity's size and direction, the bodies that are thrown in, and the hand.
#include <algorithm>
#include <cmath>

#include "app/view/actions/actions.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kMostGravity_m_s2 = 25, kDegrees = 57.29578f;
constexpr float kSameSize = 1e-5f, kSameTilt_deg = 0.05f;  // rounding of a direction

float tilt_deg(const sim::Vec3& gravity) {
    const float size = sim::length(gravity);
    return size > 0 ? kDegrees * std::acos(std::clamp(-gravity.y / size, -1.0f, 1.0f)) : 0;
}

/// Returns gravity of `size` m/s^2, tilted by `tilt_deg` from straight down, to the side to which `before` is
/// tilted.
sim::Vec3 gravity_of(float size, float tilt_deg, const sim::Vec3& before) {
    if (!(tilt_deg > 0)) return {0, -size, 0};
    sim::Vec3 side = {before.x, 0, before.z};
    const float length = sim::length(side);
    side = length > 1e-6f * size && length > 0 ? side * (1 / length) : sim::Vec3{1, 0, 0};
    const float angle = tilt_deg / kDegrees;
    return side * (size * std::sin(angle)) + sim::Vec3{0, -size * std::cos(angle), 0};
}

void throw_rows(PanelInput& in) {
    TouchState& touch = in.ui.touch;
    ThrowSettings& throws = touch.throws;
    const bool meshes = !in.simulation.config().scene.shapes.empty();
    ImGui::BeginDisabled(meshes);
    slider_row(
        in.ui,
        {"throw size", "%.1f x median",
         meshes ? "Thrown meshes are as large as the scene's own"
                : "Radius of the bodies that B throws, in median radii of the scene's bodies; they have the "
                  "density of the median body",
         ThrowSettings::kLeastSize, ThrowSettings::kMostSize, ThrowSettings::kUsualSize, true},
        &throws.size);
    ImGui::EndDisabled();
    float speed = throws.speed();
    const float usual = throws.usual_speed_m_s;
    if (slider_row(in.ui,
                   {"throw speed", "%.3g m/s", "Speed of the bodies that B throws, in metres per second",
                    usual / 10, usual * 10, usual, true},
                   &speed))
        throws.speed_m_s = speed == usual ? 0 : speed;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float wide = (ImGui::GetContentRegionAvail().x - gap) / 2;
    if (ImGui::Button("Throw one", {wide, 0})) perform("throw_body", {in, in.ui});
    note_item(in.ui, "throw");
    tooltip(tip("throw_body"));
    ImGui::SameLine(0, gap);
    if (ImGui::Button("Throw 32", {wide, 0})) perform("throw_handful", {in, in.ui});
    note_item(in.ui, "throw handful");
    tooltip(tip("throw_handful"));
    value_row("thrown in", grouped(in.simulation.thrown()), colours::kText,
              "Number of bodies that you threw in. A restart removes them.");
}

}  // namespace

bool draw_gravity_vector(PanelInput& in, sim::Vec3& gravity) {
    const sim::Vec3 scene = in.simulation.scene_physics().gravity_m_s2;
    const float scene_size = sim::length(scene), scene_tilt = tilt_deg(scene);
    float size = sim::length(gravity), tilt = tilt_deg(gravity);
    if (std::fabs(size - scene_size) <= kSameSize * scene_size) size = scene_size;
    if (std::fabs(tilt - scene_tilt) <= kSameTilt_deg) tilt = scene_tilt;
    bool changed = slider_row(
        in.ui,
        {"gravity", "%.2f m/s\xc2\xb2", "Acceleration of free bodies, in metres per second squared", 0,
         std::max(kMostGravity_m_s2, scene_size), scene_size},
        &size);
    ImGui::BeginDisabled(!(size > 0));
    changed |=
        slider_row(in.ui,
                   {"tilt", "%.0f\xc2\xb0",
                    "Angle between gravity and straight down, in degrees. The arrow in the view's corner "
                    "tilts it to any side.",
                    0, 180, scene_tilt},
                   &tilt);
    ImGui::EndDisabled();
    if (changed)  // back at the scene's values it is the scene's own, to the last bit
        gravity = size == scene_size && tilt == scene_tilt ? scene : gravity_of(size, tilt, gravity);
    return changed;
}

void draw_hand_rows(PanelInput& in) {
    TouchState& touch = in.ui.touch;
    throw_rows(in);
    check_row(in.ui, "hand mode", "hand mode", "N", &touch.hand_mode,
              "Left drag pushes bodies aside with an invisible sphere, instead of pulling one");
    if (!touch.hand_mode) return;
    float percent = 100 * touch.hand_size;
    if (slider_row(
            in.ui,
            {"hand size", "%.0f %%",
             "Radius of the sphere that pushes, in percent of the shortest side of the box that the bodies are "
             "in. Ctrl+wheel",
             100 * TouchState::kSmallestHand, 100 * TouchState::kLargestHand,
             100 * TouchState::kUsualHandSize, true},
            &percent))
        touch.hand_size = percent / 100;
}

}  // namespace app
