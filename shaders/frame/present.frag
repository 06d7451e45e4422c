#version 450 core
// Copies the finished picture out and smooths the spheres' silhouettes: where a sphere covers only part of a
// pixel, the rest comes from the neighbour outwards (frame/edge.glsl says which). Where spheres crowd, that one is
// often an edge too: then from it and the two beside it, each with what lies beyond its own edge. Alpha is 0 where a
// pixel was smoothed, else 1.
#include "frame/edge.glsl"

layout(binding = 2) uniform sampler2D colours;
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target

layout(location = 0) out vec4 out_colour;

vec4 colour_at(ivec2 pixel) {
    return texelFetch(colours, clamp(pixel, ivec2(0), textureSize(colours, 0) - 1), 0);
}

vec3 smoothed_at(ivec2 pixel) {
    vec4 here = colour_at(pixel);
    Edge edge = unpack_edge(here.a);
    return edge.coverage < 1.0 ? mix(colour_at(pixel + edge.outwards).rgb, here.rgb, edge.coverage) : here.rgb;
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) - corner;
    vec4 here = colour_at(at);
    out_colour = vec4(here.rgb, 1.0);
    Edge edge = unpack_edge(here.a);
    if (edge.coverage >= 1.0) return;

    ivec2 outwards = edge.outwards;
    vec4 beside = colour_at(at + outwards);
    vec3 rest = beside.rgb;
    if (beside.a < 1.0) {  // an eighth of a turn to both sides
        ivec2 left = sign(ivec2(outwards.x - outwards.y, outwards.x + outwards.y));
        ivec2 right = sign(ivec2(outwards.x + outwards.y, outwards.y - outwards.x));
        rest = 0.5 * smoothed_at(at + outwards) + 0.25 * (smoothed_at(at + left) + smoothed_at(at + right));
    }
    out_colour = vec4(mix(rest, here.rgb, edge.coverage), 0.0);
}
