#version 450 core
// The crowd's picture, made by the world's backend (app/gl/handover/crowd.h): at each pixel which small body is seen, and how
// deep. Large spheres are drawn over it.
layout(std430, binding = 3) readonly buffer Crowd { uvec2 crowd[]; };  // slot, depth's bits; all ones: nobody
layout(location = 0) uniform uint crowd_width;

layout(location = 0) out uint out_slot;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uvec2 seen = crowd[at.y * crowd_width + at.x];
    if (seen.y == 0xffffffffu) discard;
    out_slot = seen.x;
    gl_FragDepth = uintBitsToFloat(seen.y);
}
