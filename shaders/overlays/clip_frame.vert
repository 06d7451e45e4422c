#version 450 core
// The frame of the clip plane: where it meets the container. Six vertices a side.
#include "frame/common.glsl"
#include "overlays/ribbon.glsl"

layout(location = 0) uniform float at_m;
layout(location = 1) uniform int axis;

layout(location = 0) flat out vec4 line_colour;
layout(location = 1) noperspective out float across;

vec3 corner_at(int corner) {
    vec2 part = rectangle_corner(corner);
    vec3 place;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    place[axis] = at_m;
    place[u] = mix(container_min[u], container_max[u], part.x);
    place[v] = mix(container_min[v], container_max[v], part.y);
    return (view * vec4(place, 1.0)).xyz;
}

void main() {
    int side = gl_VertexID / 6;
    vec3 a = corner_at(side), b = corner_at(side + 1);
    line_colour = vec4(light_theme() ? vec3(0.02, 0.35, 0.55) : vec3(0.45, 0.80, 1.0), 0.75);
    across = 0.0;
    gl_Position = kNowhere;
    if (!cut_at_eye(a, b)) return;
    vec2 corner = ribbon_corner(gl_VertexID);
    across = corner.y;
    gl_Position = ribbon(a, b, corner, 1.4);
}
