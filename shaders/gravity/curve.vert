#version 450 core
// The order of the bodies in their Morton keys as a line from each shown one to the next, in the colours of
// the order. An instance a place.
#include "frame/common.glsl"
#include "overlays/line_look.glsl"
#include "overlays/ribbon.glsl"

layout(std430, binding = 1) readonly buffer MortonCurve {  // app/observe/morton_curve.h
    uint command[4];
    uint place_count, unused[3];
    vec4 places[];  // xyz, part of the order; less than 0: none
};
layout(location = 2) uniform float part;  // of the strength

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;

const uint kLookAhead = 32u;
const float kHalfWidthPx = 1.0;

void main() {
    line_colour = vec4(0.0);
    across = 0.0;
    gl_Position = kNowhere;
    gl_ClipDistance[0] = 1.0;
    uint from = uint(gl_InstanceID), to = from + 1u;
    uint end = min(place_count, to + kLookAhead);
    if (places[from].w < 0.0) return;
    while (to < end && places[to].w < 0.0) ++to;
    if (to == end) return;
    vec3 a = (view * vec4(places[from].xyz, 1.0)).xyz, b = (view * vec4(places[to].xyz, 1.0)).xyz;
    if (!cut_at_eye(a, b)) return;
    vec2 corner = ribbon_corner(gl_VertexID);
    line_colour = vec4(line_tint(places[from].w), part * line_strength(0.5 * (a.z + b.z), 100.0));
    across = corner.y;
    gl_Position = ribbon(a, b, corner, kHalfWidthPx);
    cut_line(corner.x < 0.5 ? a : b);
}
