#version 450 core
// One row of quads of the ground an instance, as a strip. The outermost ring of corners stands under the map's
// border: the sides of the block that the map is cut out of.
#include "frame/common.glsl"
#include "ground/terrain.glsl"
#ifdef SUN
#include "light/sun_fit.glsl"
#endif

layout(location = 2) uniform vec3 mesh;  // quads along x and along z, and the height of the block's bottom

layout(location = 0) out vec2 slope;
layout(location = 1) out vec2 outwards;  // 0 on the surface; on the block's sides x, z away from the block

void main() {
    vec2 corner = vec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) - 1.0;
    vec2 on_map = clamp(corner, vec2(0.0), mesh.xy);
    vec2 at = map.xy + map.zw * on_map / mesh.xy;
    vec3 surface = surface_at(at);
    outwards = corner - on_map;
    slope = surface.yz;
    vec3 world = vec3(at.x, corner == on_map ? surface.x : mesh.z, at.y);
#ifdef SUN
    gl_Position = vec4(on_sun_map((world_to_sun * vec4(world, 1.0)).xyz) * 2.0 - 1.0, 1.0);
#else
    gl_Position = projection * view * vec4(world, 1.0);
#endif
}
