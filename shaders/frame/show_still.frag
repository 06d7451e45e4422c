#version 450 core
// The mean of a still's sub-pictures, as a screen shows it.
#include "frame/common.glsl"
#include "frame/tone.glsl"

layout(binding = 2) uniform sampler2D sum;  // light; alpha: how many
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target
layout(location = 1) uniform bool pure;     // colours without light: as they are

layout(location = 0) out vec4 out_colour;

void main() {
    vec4 light = texelFetch(sum, ivec2(gl_FragCoord.xy) - corner, 0);
    vec3 mean = light.rgb / max(light.a, 1.0);
    vec3 colour = pure ? to_srgb(mean) : to_srgb(bent(mean)) + (noise(gl_FragCoord.xy) - 0.5) / 255.0;
    out_colour = vec4(colour, 1.0);
}
