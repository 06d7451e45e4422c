#version 450 core
// A mesh's pixels: which body it is, and its surface; meshes/light.frag does the rest.
#include "meshes/surface.glsl"

layout(location = 0) in vec3 normal;
layout(location = 1) flat in uint word;

layout(location = 0) out uint out_slot;
layout(location = 1) out uvec2 out_surface;

void main() {
    out_slot = word;
    out_surface = pack_surface(gl_FrontFacing ? normal : -normal, 1.0 / gl_FragCoord.w);
}
