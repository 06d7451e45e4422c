// Where a place lies on the sun map: the box that the world's backend has found around all bodies
// (app/observe/sun_bounds.h).
#ifndef SUN_FIT
#define SUN_FIT
layout(std140, binding = 1) uniform SunFit {
    ivec4 bodies_least, bodies_most;
    vec4 sun_low, sun_size;  // metres along the sun's axes: right, up, and the way its light goes
};

/// x, y: the place on the map; z: depth from the sun. 0 to 1 on the map; beyond its far end more.
vec3 on_sun_map(vec3 sun_place) { return (sun_place - sun_low.xyz) / sun_size.xyz; }
#endif
