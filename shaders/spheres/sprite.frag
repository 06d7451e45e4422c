#version 450 core
// A small sphere's pixels: depth and which body it is; spheres/light.frag does the rest. Most of these fragments
// end up hidden, so each costs a square root, a dozen multiplications and no division.
#include "frame/common.glsl"

layout(location = 0) flat in vec4 ellipse;  // as spheres/sprite.vert makes them
layout(location = 1) flat in vec3 conic;
layout(location = 2) flat in vec4 depth;
layout(location = 3) flat in uint slot;

layout(location = 0) out uint out_slot;
layout(depth_greater) out float gl_FragDepth;

void main() {
    vec2 from_centre = gl_FragCoord.xy - ellipse.xy;
    float squared = (conic.x * from_centre.x + conic.y * from_centre.y) * from_centre.x +
                    conic.z * from_centre.y * from_centre.y;  // 1 at the silhouette
    if (squared > ellipse.z) discard;
    // The part of the normal that points to the eye; perspective adds a little towards the silhouette.
    float half_chord = sqrt(max(1.0 - squared, 0.0));
    float seen_depth = depth.x + dot(depth.yz, from_centre) + depth.w * (half_chord + ellipse.w * squared);
    // Cut open: the plane is seen inside the sphere, up to its far side.
    float cut = cut_depth(gl_FragCoord.xy);
    if (seen_depth < cut) {
        if (cut > seen_depth - 2.0 * depth.w * half_chord) discard;
        seen_depth = cut;
    }
    gl_FragDepth = seen_depth;
    out_slot = slot;
}
