#version 450 core
// Small bodies with meshes, as the world's backend drew them (app/observe/mesh_points.h): at each pixel which
// point of which body is seen, and how deep. Larger ones are drawn over them.
#include "frame/common.glsl"
#include "meshes/surface.glsl"

layout(std430, binding = 2) readonly buffer Head { uint head[]; };     // MeshHead
layout(std430, binding = 3) readonly buffer Points { uint words[]; };  // two a pixel
layout(std430, binding = 4) readonly buffer Turns { vec4 turns[]; };   // w, x, y, z, by slot
layout(std430, binding = 5) readonly buffer Surface { uvec4 points[]; };  // place, normal

layout(location = 0) uniform uvec2 at;  // the head's word with the selected slot; pixels a row

layout(location = 0) out uint out_slot;
layout(location = 1) out vec4 out_surface;

const uint kPointBits = 12;

vec3 unpacked(uint normal) {
    ivec3 parts = ivec3(int(normal) << 22, int(normal) << 12, int(normal) << 2) >> 22;
    return vec3(parts) / 511.0;
}

void main() {
    uvec2 pixel = uvec2(gl_FragCoord.xy);
    uint word = 2 * (pixel.y * at.y + pixel.x);
    uint depth_bits = words[word + 1];
    if (depth_bits == 0xffffffffu) discard;
    uint slot = words[word] >> kPointBits, point = words[word] & ((1u << kPointBits) - 1u);

    float depth = uintBitsToFloat(depth_bits);
    vec4 q = turns[slot];
    vec3 own = unpacked(points[point].w);
    vec3 normal = mat3(view) * (own + 2.0 * cross(q.yzw, cross(q.yzw, own) + q.x * own));
    vec3 to_eye = -vec3(gl_FragCoord.xy * ray.xy + ray.zw, -1.0);
    out_slot = slot == head[at.x] ? slot | kSelectedBit : slot;
    out_surface = surface_texel(pack_surface(dot(normal, to_eye) >= 0.0 ? normal : -normal));
    gl_FragDepth = depth;
}
