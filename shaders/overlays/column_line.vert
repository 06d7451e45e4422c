#version 450 core
// The border of a pane as four lines. An instance a pane, six vertices a line.
#include "frame/common.glsl"
#include "overlays/column_panes.glsl"
#include "overlays/line_look.glsl"
#include "overlays/pane_colour.glsl"
#include "overlays/ribbon.glsl"

layout(location = 2) uniform float part;  // of the strength

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;

vec3 corner_at(int corner) {
    return (view * vec4(pane_place(uint(gl_InstanceID), rectangle_corner(corner)), 1.0)).xyz;
}

void main() {
    int side = gl_VertexID / 6;
    vec3 a = corner_at(side), b = corner_at(side + 1);
    line_colour = vec4(pane_colour(), 0.42 * part * pane_fade(0.5 * (a.z + b.z)));
    across = 0.0;
    gl_Position = kNowhere;
    gl_ClipDistance[0] = 1.0;
    if (!cut_at_eye(a, b)) return;
    vec2 corner = ribbon_corner(gl_VertexID);
    across = corner.y;
    gl_Position = ribbon(a, b, corner, 1.1);
    cut_line(corner.x < 0.5 ? a : b);
}
