#version 450 core
// The halo: a line of two pixels.
#include "frame/common.glsl"

layout(location = 0) flat in vec3 centre_radius_px;
layout(location = 0) uniform float strength;
layout(location = 0) out vec4 out_colour;

void main() {
    float off = abs(distance(gl_FragCoord.xy, centre_radius_px.xy) - centre_radius_px.z);
    float alpha = clamp(1.75 - off, 0.0, 1.0);
    if (alpha <= 0.0) discard;
    out_colour = vec4(to_srgb(kHighlight), alpha * strength);
}
