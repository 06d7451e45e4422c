#version 450 core
// The bodies of the raster's picture, where its depths are those that are seen: the ground may hide them.
#include "frame/common.glsl"
#include "spheres/raster_picture.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) writeonly uniform uimage2D slots;
layout(binding = 8) uniform sampler2D depths;

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    if (at.x >= uint(viewport.x) || at.y >= uint(viewport.y)) return;
    uvec2 seen = raster_at(at);
    bool in_front = !is_empty(seen) && texelFetch(depths, ivec2(at), 0).r == raster_depth(seen);
    imageStore(slots, ivec2(at), uvec4(in_front ? seen.x : kNobody));
}
