#version 450 core
// Faint glass, which is seen best aslant and fades with the distance.
#include "frame/common.glsl"
#include "overlays/pane_colour.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) flat in vec3 outwards;

layout(location = 0) out vec4 out_colour;

void main() {
    vec3 at = (view * vec4(world, 1.0)).xyz;
    float aslant = 1.0 - abs(dot(normalize(eye.xyz - world), outwards));
    out_colour = vec4(pane_colour(), (0.012 + 0.03 * aslant * aslant) * pane_fade(at.z));
}
