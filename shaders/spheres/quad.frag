#version 450 core
// A large sphere's pixels: the true depth and which body it is. spheres/light.frag does the rest.
#include "frame/common.glsl"
#include "spheres/ray.glsl"

layout(location = 0) flat in vec4 sphere;  // centre, radius
layout(location = 1) flat in uint slot;

layout(location = 0) out uint out_slot;
layout(depth_greater) out float gl_FragDepth;

void main() {
    Meeting met = meet(ray_through(gl_FragCoord.xy), sphere.xyz, sphere.w);
    if (met.coverage <= 0.0 || met.hit.z >= 0.0 || !cut_open(met, sphere.xyz, sphere.w)) discard;
    gl_FragDepth = max(window_depth(met.hit.z), gl_FragCoord.z);  // whatever rounding does, the promise holds
    out_slot = slot;
}
