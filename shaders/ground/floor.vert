#version 450 core
// The floor's plane, far wider than the container; it fades out before it ends.
#include "frame/common.glsl"

layout(location = 0) out vec2 on_floor;  // world x, z from the container's middle, in units of its half size
layout(location = 1) out vec2 world_xz;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 middle = 0.5 * (container_min.xz + container_max.xz);
    vec2 half_size = 0.5 * (container_max.xz - container_min.xz);
    on_floor = corner * 4.0;
    world_xz = middle + on_floor * max(half_size.x, half_size.y);
    gl_Position = projection * view * vec4(world_xz.x, container_min.y, world_xz.y, 1.0);
}
