#version 450 core
// The ground's light, as its mesh is drawn.
#include "frame/common.glsl"
#include "light/lit.glsl"
#include "light/shadow.glsl"
#include "light/sky.glsl"
#include "ground/ground_light.glsl"
#include "ground/terrain_inputs.glsl"

layout(location = 0) out vec4 out_colour;

void main() { out_colour = ground_light(world, ground_normal(), fwidth(world.y), gl_FragCoord.xy); }
