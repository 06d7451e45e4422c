#version 450 core
// A spot's pixels, lit as a sphere.
#include "meshes/surface.glsl"

layout(location = 0) flat in uint word;

layout(location = 0) out uint out_slot;
layout(location = 1) out vec4 out_surface;

void main() {
    vec2 place = gl_PointCoord * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    float squared = dot(place, place);
    if (squared > 1.0) discard;
    out_slot = word;
    out_surface = surface_texel(pack_surface(vec3(place, sqrt(1.0 - squared))));
}
