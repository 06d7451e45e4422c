#version 450 core
// Pairs whose spheres touch, as dots at the contact; the others collapse to nothing.
#include "frame/common.glsl"
#include "overlays/pair_list.glsl"

layout(location = 0) flat out vec3 mark_colour;

void main() {
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    mark_colour = vec3(0.0);
    Touch touch;
    if (!touch_of(gl_VertexID, touch)) return;
    float radius_px = touch.smaller_m * viewport.w / max(-touch.at.z, 1e-6);
    gl_PointSize = clamp(radius_px * 0.6, min(4.0, max(radius_px, 1.5)), 16.0);
    // From a light touch to an overlap of a twentieth of the radius.
    float depth = clamp(touch.overlap_m / (0.05 * touch.smaller_m), 0.0, 1.0);
    mark_colour = mix(vec3(1.0, 0.93, 0.55), vec3(0.96, 0.42, 0.10), depth);
    gl_Position = project_nearer(touch.at, 1.02 * touch.larger_m);
}
