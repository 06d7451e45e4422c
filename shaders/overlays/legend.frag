#version 450 core
// The colours of the legend as bodies have them that stand free in the sun: on the left a ball for each entry, on the
// right the palette as a rod.
#include "frame/common.glsl"
#include "light/lit.glsl"

layout(location = 0) uniform float values[8];

layout(location = 0) out vec4 out_colour;

const float kTile = 24.0, kRadius = 11.0;  // pixels

void main() {
    bool rod = gl_FragCoord.x >= kTile;
    vec2 at = (mod(gl_FragCoord.xy, kTile) - 0.5 * kTile) / kRadius;
    if (rod) at = vec2(at.x * kRadius / (0.5 * kTile), 0.0);
    float value = rod ? gl_FragCoord.y / (8.0 * kTile) : values[int(gl_FragCoord.y / kTile)];

    vec3 to_eye = vec3(0.0, 0.0, 1.0), normal = vec3(at, sqrt(max(1.0 - dot(at, at), 0.0)));
    vec3 colour = palette_linear(value);
    float open = open_sky(normal, normal.z, 10.0, 1.0, 1.0);
    vec3 lit = lit_surface(Surface(colour, normal, to_eye, 1.0, open, 0.0));
    float coverage = rod ? 1.0 : clamp((1.0 - length(at)) * kRadius + 0.5, 0.0, 1.0);
    out_colour = vec4(to_srgb(ids.z != 0u ? colour : tone(lit)), coverage);
}
