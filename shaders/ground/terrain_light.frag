#version 450 core
// The ground's light at each pixel that shows it, from what its mesh left there.
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "light/lit.glsl"
#include "light/shadow.glsl"
#include "light/sky.glsl"
#include "meshes/surface.glsl"
#include "meshes/seen_surface.glsl"
#include "spheres/ray.glsl"
#include "ground/ground_light.glsl"

layout(binding = 3) uniform usampler2D seen;  // slots

/// How much higher the plane through a place is where the neighbour's ray meets it.
float rise(vec3 off, vec3 normal, vec2 neighbour) {
    vec3 towards = ray_through(neighbour) * mat3(view);
    float onto = dot(normal, towards);
    return abs(onto) < 1e-9 ? 1e9 : abs(towards.y * (dot(normal, off) / onto) - off.y);
}

void main() {
    ivec2 at = ivec2(PIXEL);
    if (texelFetch(seen, at, 0).r != kNobody || texelFetch(depths, at, 0).r == 1.0) SKIP;
    vec3 direction = ray_through(PIXEL);
    SeenSurface surface = seen_surface(at, direction);
    vec3 normal = surface.normal, off = (direction * surface.distance_m) * mat3(view);
    float height_per_px = rise(off, normal, PIXEL + vec2(1.0, 0.0)) + rise(off, normal, PIXEL + vec2(0.0, 1.0));
    put(ground_light(eye.xyz + off, normal, height_per_px, PIXEL));
}
