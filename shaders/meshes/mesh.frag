#version 450 core
// A mesh's pixels: which body it is, and its surface; meshes/light.frag does the rest. CUT: what the clip plane leaves
// of it. Where the first thing behind the plane is a closed mesh's inner side, the plane is inside the body: there its
// section is seen, with the depth of that side, because a body's hidden inner sides come this way too.
#include "frame/common.glsl"
#include "meshes/surface.glsl"

layout(location = 0) in vec3 normal;
layout(location = 1) flat in uint word;

layout(location = 0) out uint out_slot;
layout(location = 1) out vec4 out_surface;

#ifdef CUT
layout(location = 0) uniform uint closed;
#endif

void main() {
    out_slot = word;
    out_surface = surface_texel(pack_surface(gl_FrontFacing ? normal : -normal));
#ifdef CUT
    if (gl_FragCoord.z < cut_depth(gl_FragCoord.xy)) discard;
    if (gl_FrontFacing || closed == 0u) return;
    out_surface = surface_texel(kSection);
#endif
}
