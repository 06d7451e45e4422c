#version 450 core
// The box of a body with a mesh, as the search has used it: 24 vertices an instance. The selected body always has
// one.
#include "frame/common.glsl"
#include "overlays/box_corner.glsl"
#include "spheres/instance.glsl"

layout(location = 4) in vec3 in_low;
layout(location = 5) in vec3 in_high;
layout(location = 0) uniform uint all_boxes;

layout(location = 0) flat out vec4 line_colour;

void main() {
    bool selected = in_id == ids.x;
    line_colour = vec4(0.0);
    gl_Position = kNowhere;
    if (all_boxes == 0u && !selected) return;
    vec4 in_view = view * vec4(mix(in_low, in_high, box_corner(gl_VertexID)), 1.0);
    vec3 colour = selected ? to_srgb(kHighlight) : mix(to_srgb(body_colour(in_value, false)), vec3(1.0), 0.3);
    float size_px = in_position_radius.w * viewport.w / max(-in_view.z, 1e-6);
    line_colour = vec4(colour, clamp(size_px * 0.2, 0.12, 0.75));
    gl_Position = projection * in_view;
}
