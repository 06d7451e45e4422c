#version 450 core
// The mean of 4 x 4 pixels of the near shade, each of which looked along other lines; of those at about one distance,
// so that nothing bleeds over an edge.
#include "frame/each_pixel.glsl"

layout(binding = 9) uniform sampler2D near_shade;

void main() {
    ivec2 at = ivec2(PIXEL), last = textureSize(near_shade, 0) - 1;
    float here = texelFetch(near_shade, at, 0).g;
    vec2 sum = vec2(0.0);
    for (int y = -2; y < 2; ++y)
        for (int x = -2; x < 2; ++x) {
            vec2 other = texelFetch(near_shade, clamp(at + ivec2(x, y), ivec2(0), last), 0).rg;
            float weight = max(1.0 - abs(other.g - here) * 60.0 / max(here, 1e-6), 0.0) + 1e-5;
            sum += weight * vec2(other.r, 1.0);
        }
    put(vec4(sum.x / sum.y));
}
