#version 450 core
// Contacts glow by the speed at which the two bodies come nearer: a collision flashes, a heap at rest stays as it is.
#include "frame/common.glsl"
#include "overlays/pair_list.glsl"
#include "overlays/glow_strength.glsl"

layout(location = 0) flat out float strength;

void main() {
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    strength = 0.0;
    Touch touch;
    if (!touch_of(gl_VertexID, touch)) return;
    float size_px = 2.0 * kReach * touch.smaller_m * viewport.w / max(-touch.at.z, 1e-6);
    strength = glow_strength(touch.approach_m_s, size_px);
    if (strength <= 0.0) return;
    gl_PointSize = min(max(size_px, 3.0), viewport.z);
    gl_Position = project_nearer(touch.at, 1.02 * touch.larger_m);
}
