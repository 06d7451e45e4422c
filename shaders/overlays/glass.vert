#version 450 core
// The container's walls and lid as glass: six vertices a face; it has no floor.
#include "frame/common.glsl"

layout(location = 0) out vec3 world;
layout(location = 1) out vec2 on_face;  // 0..1
layout(location = 2) flat out vec3 outwards;

void main() {
    int face = gl_VertexID / 6, axis = face >> 1, far_side = face & 1;
    const vec2 kCorners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));
    on_face = kCorners[gl_VertexID % 6];
    vec3 part;
    part[axis] = float(far_side);
    part[(axis + 1) % 3] = on_face.x;
    part[(axis + 2) % 3] = on_face.y;
    outwards = vec3(0.0);
    outwards[axis] = far_side == 1 ? 1.0 : -1.0;
    world = mix(container_min.xyz, container_max.xyz, part);
    gl_Position = face == 2 ? kNowhere : projection * view * vec4(world, 1.0);
}
