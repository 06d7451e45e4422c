#version 450 core
// The crowd's picture, made by the world's backend (app/gl/handover/crowd.h): at each pixel which body is seen, and how
// deep. What is listed is drawn over it. Where DEPTH_ONLY, spheres/crowd_slots.comp writes the bodies.
#include "spheres/crowd_picture.glsl"

#ifndef DEPTH_ONLY
layout(location = 0) out uint out_slot;
#endif

void main() {
    uvec2 seen = crowd_at(uvec2(gl_FragCoord.xy));
#ifdef DEPTH_ONLY
    gl_FragDepth = crowd_depth(seen);
#else
    if (is_empty(seen)) discard;
    out_slot = seen.x;
    gl_FragDepth = crowd_depth(seen);
#endif
}
