#version 450 core
// The depths of a sun map that the world's backend has made (app/observe/raster_discs.h, mesh_sun.h).
#include "frame/common.glsl"
layout(std430, binding = 3) readonly buffer Words { uint words[]; };  // 16 bits of depth a texel; all ones: nothing

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint texel = at.y * uint(sun_map.x) + at.x;
    gl_FragDepth = float((words[texel >> 1] >> (16u * (texel & 1u))) & 0xffffu) / 65535.0;
}
