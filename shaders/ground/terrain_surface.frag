#version 450 core
// What the ground's mesh leaves at a pixel for its light (ground/terrain_light.frag).
#include "meshes/surface.glsl"

layout(location = 0) in vec2 slope;
layout(location = 1) in vec2 outwards;  // 0 on the surface

layout(location = 1) out vec4 out_surface;  // the normal in the world, level on the sides of the block

void main() {
    vec3 normal = outwards == vec2(0.0) ? vec3(-slope.x, 1.0, -slope.y) : vec3(outwards.x, 0.0, outwards.y);
    out_surface = surface_texel(pack_surface(normalize(normal)));
}
