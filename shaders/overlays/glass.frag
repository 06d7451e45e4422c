#version 450 core
// A pane: a reflection of the sky that grows where it is seen aslant, and a faint light along its edges. More would
// look like fog.
#include "frame/common.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec2 on_face;
layout(location = 2) flat in vec3 outwards;

layout(location = 0) out vec4 out_colour;

void main() {
    vec3 to_eye = normalize(eye.xyz - world);
    float towards = dot(to_eye, outwards);
    float aslant = 1.0 - abs(towards);
    aslant *= aslant;
    vec2 inside = 0.5 - abs(on_face - 0.5);
    float border = 1.0 - smoothstep(0.0, 0.12, min(inside.x, inside.y));
    float alpha = 0.16 * aslant * aslant + (towards > 0.0 ? 0.03 : 0.05) * border * border;
    if (outwards.y > 0.0) alpha *= 0.25;
    out_colour = vec4(0.46, 0.52, 0.60, alpha);
}
