#version 450 core
// The raster's picture, made by the world's backend (app/observe/sphere_raster.h): at each pixel which body is seen, and how
// deep. What is listed is drawn over it. Where DEPTH_ONLY, spheres/raster_slots.comp writes the bodies.
#include "spheres/raster_picture.glsl"

#ifndef DEPTH_ONLY
layout(location = 0) out uint out_slot;
#endif

void main() {
    uvec2 seen = raster_at(uvec2(gl_FragCoord.xy));
#ifdef DEPTH_ONLY
    gl_FragDepth = raster_depth(seen);
#else
    if (is_empty(seen)) discard;
    out_slot = seen.x;
    gl_FragDepth = raster_depth(seen);
#endif
}
