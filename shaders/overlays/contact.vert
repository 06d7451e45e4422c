#version 450 core
// Pairs whose spheres touch, as dots at the contact; the others collapse to nothing.
#include "frame/common.glsl"
#include "overlays/pair_list.glsl"

layout(location = 0) flat out vec3 mark_colour;

void main() {
    uint pair = uint(gl_VertexID) * 2u;
    vec4 a = position_radius(pair_slots[pair]), b = position_radius(pair_slots[pair + 1u]);
    vec3 between = b.xyz - a.xyz;
    float apart = length(between);
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    mark_colour = vec3(0.0);
    float overlap = a.w + b.w - apart;
    if (overlap < 0.0 || apart <= 0.0) return;

    vec3 at = a.xyz + between * ((a.w - 0.5 * overlap) / apart);
    vec3 in_view = (view * vec4(at, 1.0)).xyz;
    float radius = min(a.w, b.w);
    float radius_px = radius * viewport.w / max(-in_view.z, 1e-6);
    gl_PointSize = clamp(radius_px * 0.6, 4.0, 16.0);
    // From a light touch to an overlap of a twentieth of the radius.
    float depth = clamp(overlap / (0.05 * radius), 0.0, 1.0);
    mark_colour = mix(vec3(1.0, 0.93, 0.55), vec3(0.96, 0.42, 0.10), depth);
    gl_Position = project_nearer(in_view, 1.02 * max(a.w, b.w));
}
