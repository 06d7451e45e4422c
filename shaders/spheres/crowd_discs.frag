#version 450 core
// The sun map of a crowd or of many meshes, made by the world's backend (app/gl/handover/crowd_discs.h, mesh_sun.h).
#include "frame/common.glsl"
layout(std430, binding = 3) readonly buffer Discs { uint discs[]; };  // 24 bits of depth; all ones: none

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint disc = discs[at.y * uint(sun_map.x) + at.x];
    if (disc == 0xffffffffu) discard;
    gl_FragDepth = float(disc) / 16777215.0;
}
