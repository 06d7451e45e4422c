#version 450 core
// The glass of a pane. An instance a pane, four vertices as a strip.
#include "frame/common.glsl"
#include "overlays/column_panes.glsl"
#include "overlays/line_look.glsl"

layout(location = 0) out vec3 world;
layout(location = 1) flat out vec3 outwards;

void main() {
    uint pane = uint(gl_InstanceID);
    world = pane_place(pane, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec3 normal = vec3(0.0);
    normal[pane_across(pane)] = 1.0;
    outwards = in_world(normal);
    vec4 at = view * vec4(world, 1.0);
    cut_line(at.xyz);
    gl_Position = projection * at;
}
