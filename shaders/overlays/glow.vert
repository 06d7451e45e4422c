#version 450 core
// Contacts glow by the speed at which the two bodies come nearer: a collision flashes, a heap at rest stays as it is.
#include "frame/common.glsl"
#include "overlays/pair_list.glsl"

layout(location = 0) uniform float full_speed;  // m/s: the speed of bodies at the end of the colours

layout(location = 0) flat out float strength;

const float kReach = 2.6;                 // in radii of the smaller body
const float kLeast = 0.05, kMost = 0.70;  // of full_speed: none below, all above

void main() {
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    strength = 0.0;
    Touch touch;
    if (!touch_of(gl_VertexID, touch)) return;
    float size_px = 2.0 * kReach * touch.smaller_m * viewport.w / max(-touch.at.z, 1e-6);
    strength = smoothstep(kLeast, kMost, touch.approach_m_s / full_speed) * smoothstep(1.0, 5.0, size_px);
    if (strength <= 0.0) return;
    gl_PointSize = min(max(size_px, 3.0), viewport.z);
    gl_Position = project_nearer(touch.at, 1.02 * touch.larger_m);
}
