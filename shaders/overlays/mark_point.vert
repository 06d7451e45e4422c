#version 450 core
// Contacts of bodies with meshes, as dots.
#include "frame/common.glsl"
#include "overlays/mark_list.glsl"

layout(location = 0) flat out vec3 mark_colour;

void main() {
    ContactMark mark = marks[gl_VertexID];
    vec3 in_view = (view * vec4(mark.place_depth.xyz, 1.0)).xyz;
    // Large enough to be seen on small bodies, never so large that it hides them.
    float size_px = body_px(in_view.z);
    gl_PointSize = clamp(0.1 * size_px, min(8.0, max(0.35 * size_px, 2.0)), 16.0);
    mark_colour = mark_colour_of(mark_part(mark));
    gl_Position = is_cut_away(in_view) ? kNowhere : project_nearer(in_view, kMarkNearer * mark_scale.x);
}
