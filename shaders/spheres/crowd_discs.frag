#version 450 core
// The sun map of a crowd or of many meshes, made by the world's backend (app/gl/handover/crowd_discs.h, mesh_sun.h).
#include "frame/common.glsl"
layout(std430, binding = 3) readonly buffer Discs { uint discs[]; };  // 24 bits of depth; all ones: none

#ifdef COMPUTE
#include "frame/each_pixel.glsl"
layout(binding = 8) uniform sampler2D ground;  // depths
layout(location = 0) uniform bool with_ground;
#else
#define PIXEL gl_FragCoord.xy
#endif

void main() {
    uvec2 at = uvec2(PIXEL);
    uint disc = discs[at.y * uint(sun_map.x) + at.x];
    float depth = disc == 0xffffffffu ? 1.0 : float(disc) / 16777215.0;
#ifdef COMPUTE
    if (with_ground) depth = min(depth, texelFetch(ground, ivec2(at), 0).r);
    put(vec4(depth));
#else
    gl_FragDepth = depth;
#endif
}
