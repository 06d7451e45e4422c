#version 450 core
// A body's box as a line cube: 24 vertices an instance.
#include "frame/common.glsl"
#include "overlays/box_corner.glsl"
#include "spheres/instance.glsl"

layout(location = 0) flat out vec4 line_colour;

void main() {
    vec3 sides = box_corner(gl_VertexID) * 2.0 - 1.0;
    vec3 at = in_position_radius.xyz + sides * in_position_radius.w;
    vec4 in_view = view * vec4(at, 1.0);
    vec3 colour = mix(to_srgb(body_colour(in_value, in_id == ids.x)), vec3(1.0), 0.3);
    if (in_id == ids.x) colour = to_srgb(kHighlight);
    float size_px = in_position_radius.w * viewport.w / max(-in_view.z, 1e-6);
    line_colour = vec4(colour, clamp(size_px * 0.2, 0.12, 0.75));
    gl_Position = projection * in_view;
}
