#version 450 core
// What the ground's mesh leaves at a pixel for its light (ground/terrain_light.frag).
#include "meshes/surface.glsl"
#include "ground/terrain_inputs.glsl"

layout(location = 1) out vec4 out_surface;  // the normal in the world

void main() { out_surface = surface_texel(pack_surface(ground_normal())); }
