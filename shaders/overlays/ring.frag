#version 450 core
// The halo: a line of three pixels between two dark ones, so that it stands out on any colour and theme.
#include "frame/common.glsl"

layout(location = 0) flat in vec3 centre_radius_px;
layout(location = 0) uniform float strength;
layout(location = 0) out vec4 out_colour;

void main() {
    float off = abs(distance(gl_FragCoord.xy, centre_radius_px.xy) - centre_radius_px.z);
    float core = clamp(2.0 - off, 0.0, 1.0), alpha = max(core, 0.6 * clamp(3.6 - off, 0.0, 1.0));
    if (alpha <= 0.0) discard;
    vec3 colour = light_theme() ? vec3(1.0, 0.55, 0.0) : to_srgb(kHighlight);
    out_colour = vec4(mix(vec3(0.04), colour, core), alpha * strength);
}
