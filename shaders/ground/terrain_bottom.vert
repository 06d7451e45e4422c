#version 450 core
// The bottom of the block that the map is cut out of: one quad, a strip. Its outputs are those of ground/terrain.vert.
#include "frame/common.glsl"
#include "ground/terrain.glsl"

layout(location = 2) uniform vec3 mesh;  // z: the height of the bottom

layout(location = 0) out vec2 slope;
layout(location = 1) out vec2 outwards;

void main() {
    vec2 at = map.xy + map.zw * vec2(gl_VertexID >> 1, gl_VertexID & 1);
    slope = vec2(0.0);
    outwards = vec2(1.0, 0.0);  // coloured as a side
    vec3 world = vec3(at.x, mesh.z, at.y);
    gl_Position = projection * view * vec4(world, 1.0);
}
