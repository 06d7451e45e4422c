#version 450 core
// Copies the finished picture out and smooths the spheres' silhouettes: where a sphere covers only part of a
// pixel, the rest comes from the neighbour outwards (frame/edge.glsl says which).
#include "frame/each_pixel.glsl"
#include "frame/edge.glsl"

layout(binding = 2) uniform sampler2D colours;
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target

void main() {
    ivec2 at = ivec2(PIXEL) - corner;
    vec4 here = texelFetch(colours, at, 0);
    Edge edge = unpack_edge(here.a);
    ivec2 beside = clamp(at + edge.outwards, ivec2(0), textureSize(colours, 0) - 1);
    put(vec4(mix(texelFetch(colours, beside, 0).rgb, here.rgb, edge.coverage), 1.0));
}
