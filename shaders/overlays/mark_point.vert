#version 450 core
// Contacts of bodies with meshes, as dots.
#include "frame/common.glsl"
#include "overlays/mark_list.glsl"

layout(location = 0) flat out vec3 mark_colour;

void main() {
    ContactMark mark = marks[gl_VertexID];
    vec3 in_view = (view * vec4(mark.place_depth.xyz, 1.0)).xyz;
    gl_PointSize = clamp(0.035 * mark_scale.x * viewport.w / max(-in_view.z, 1e-6), 4.0, 11.0);
    mark_colour = mark_colour_of(mark_part(mark));
    gl_Position = project_nearer(in_view, kMarkNearer * mark_scale.x);
}
