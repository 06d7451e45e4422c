#version 450 core
// The points' light over the picture, by its logarithm: from a lone body to the middle of a galaxy, and what
// lies between bodies by what is around it. The colour is the mean of the bodies' colours; where it is bright
// it becomes white, as on a photograph. On light paper it is ink.
#include "frame/common.glsl"
#include "points/density.glsl"

layout(std430, binding = 1) readonly buffer Density { uint words[]; };
layout(binding = 14) uniform sampler2D glow;  // glow.frag
layout(location = 8) uniform vec2 exposure;   // bodies per spot: brightness is log(1 + bodies * x) * y

layout(location = 0) out vec4 out_colour;

// Of the wide spots. Of one body alone little is shown: it would be a bubble around it.
const float kGlow = 1.6, kLoneGlow = 3.0;
const float kInk = 2.4;
const float kWhiteFrom = 0.5, kWhite = 0.8;  // of the brightness
const float kLeast = 1e-4;                    // bodies per spot: less is not seen

void main() {
    Grid cells = grid(0);
    vec2 glow_cells = gl_FragCoord.xy / float(grid_numbers[1].z);
    vec4 light = textureLod(glow, glow_cells / vec2(textureSize(glow, 0)), 0.0);
    if (light.a <= 0.0) discard;  // then no small spot is here either
    light *= kGlow * light.a / (light.a + kLoneGlow * spot_px.x * spot_px.x / (spot_px.y * spot_px.y));
    uvec2 at = min(uvec2(gl_FragCoord.xy) / cells.px, uvec2(cells.width, cells.height) - 1u);
    uint word = (at.y * cells.width + at.x) * 4u;
    uint sum = words[word + 3u];
    if (sum > 0u) {
        float radius = spot_cells(0);
        vec4 sums = vec4(words[word], words[word + 1u], words[word + 2u], sum);
        light += sums * (radius * radius / (kSpotPeak * unit));
    }
    if (light.a < kLeast) discard;
    float bright = min(log(1.0 + light.a * exposure.x) * exposure.y, 1.0);
    vec3 colour = light.rgb / max(max(light.r, max(light.g, light.b)), 1e-9);

    if (light_theme()) {  // what it leaves of the paper
        out_colour = vec4(to_srgb(pow(clamp(0.88 * colour, 0.04, 1.0), vec3(kInk * bright))), 1.0);
        return;
    }
    if (ids.z == 0u) colour = mix(colour, vec3(1.0), kWhite * smoothstep(kWhiteFrom, 1.0, bright));
    out_colour = vec4(to_srgb(colour * bright), 1.0);
}
