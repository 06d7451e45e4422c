#version 450 core
// Faint glass with a thin line along its border; both fade with the distance, and with how close the panes stand.
#include "frame/common.glsl"

layout(location = 0) in vec3 world;
layout(location = 1) in vec2 on_pane;
layout(location = 2) flat in vec3 outwards;

layout(location = 0) uniform float part;  // of the lines' strength; below 1 there is no glass

layout(location = 0) out vec4 out_colour;

void main() {
    vec3 at = (view * vec4(world, 1.0)).xyz;
    if (is_cut_away(at)) discard;
    float aslant = 1.0 - abs(dot(normalize(eye.xyz - world), outwards));
    vec2 to_border_px = (0.5 - abs(on_pane - 0.5)) / max(fwidth(on_pane), vec2(1e-6));
    float line = clamp(1.4 - min(to_border_px.x, to_border_px.y), 0.0, 1.0);
    float far = mix(1.0, 0.3, smoothstep(0.8, 1.7, -at.z / light.w));
    vec3 colour = light_theme() ? vec3(0.10, 0.30, 0.50) : vec3(0.50, 0.72, 0.95);
    out_colour = vec4(colour, far * ((part < 1.0 ? 0.0 : 0.012 + 0.03 * aslant * aslant) + 0.36 * part * line));
}
