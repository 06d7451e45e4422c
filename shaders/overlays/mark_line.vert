#version 450 core
// The normals of contacts of bodies with meshes, the longer the deeper.
#include "frame/common.glsl"
#include "overlays/mark_list.glsl"

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;

void main() {
    ContactMark mark = marks[gl_VertexID >> 1];
    float part = mark_part(mark);
    float long_m = (gl_VertexID & 1) * mark_scale.x * (0.1 + 0.3 * part);
    vec3 in_view = (view * vec4(mark.place_depth.xyz + mark.normal_approach.xyz * long_m, 1.0)).xyz;
    line_colour = vec4(mark_colour_of(part), 1.0);
    across = 0.0;
    gl_Position = is_cut_away(in_view) ? kNowhere : project_nearer(in_view, kMarkNearer * mark_scale.x);
}
