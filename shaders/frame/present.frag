#version 450 core
// Copies the finished picture out and smooths the spheres' silhouettes: where a sphere covers only part of a
// pixel, the rest comes from the neighbour outwards (frame/edge.glsl says which). Where spheres crowd, that one is
// often an edge too, and then shows what lies beyond it. Alpha is 0 where a pixel was smoothed, else 1.
#include "frame/each_pixel.glsl"
#include "frame/edge.glsl"

layout(binding = 2) uniform sampler2D colours;
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target

vec4 colour_at(ivec2 pixel) {
    return texelFetch(colours, clamp(pixel, ivec2(0), textureSize(colours, 0) - 1), 0);
}

/// Without a branch, which costs software GL more.
vec3 smoothed_at(ivec2 pixel) {
    vec4 here = colour_at(pixel);
    Edge edge = unpack_edge(here.a);
    return mix(colour_at(pixel + edge.outwards).rgb, here.rgb, edge.coverage);
}

void main() {
    ivec2 at = ivec2(PIXEL) - corner;
    vec4 here = colour_at(at);
    Edge edge = unpack_edge(here.a);
    ivec2 outwards = edge.outwards;
    vec3 rest = smoothed_at(at + outwards);
#ifdef CROWD_EDGES
    if (edge.coverage < 1.0 && colour_at(at + outwards).a < 1.0) {  // and an eighth of a turn to both sides
        ivec2 left = sign(ivec2(outwards.x - outwards.y, outwards.x + outwards.y));
        ivec2 right = sign(ivec2(outwards.x + outwards.y, outwards.y - outwards.x));
        rest = 0.5 * rest + 0.25 * (smoothed_at(at + left) + smoothed_at(at + right));
    }
#endif
    put(vec4(mix(rest, here.rgb, edge.coverage), edge.coverage < 1.0 ? 0.0 : 1.0));
}
