#version 450 core
// Bodies that are boxes, as the world's backend drew them (app/observe/box_raster.h): at each pixel which face of which
// body is seen, and how deep.
#include "frame/common.glsl"
#include "meshes/surface.glsl"
#include "spheres/raster_picture.glsl"

layout(location = 0) out uint out_slot;
layout(location = 1) out vec4 out_surface;

const uint kFaceBits = 3;  // below the slot: the axis that the face stands across, and 1 for its high end

void main() {
    uvec2 seen = raster_at(uvec2(gl_FragCoord.xy));
    if (is_empty(seen)) discard;
    uint face = seen.x & ((1u << kFaceBits) - 1u);
    vec3 normal = view[face >> 1].xyz;
    out_slot = (seen.x & ~kSelectedBit) >> kFaceBits | (seen.x & kSelectedBit);
    out_surface = surface_texel(pack_surface((face & 1u) != 0u ? normal : -normal));
    gl_FragDepth = raster_depth(seen);
}
