#version 450 core
// Meets the pixel's ray with the sphere, writes its true depth, lights it. The silhouette is widened by half
// a pixel and its coverage kept in alpha, from which present.frag smooths the edge.
#include "common.glsl"
#include "edge.glsl"

layout(location = 0) flat in vec4 sphere;
layout(location = 1) flat in vec3 colour;
layout(location = 2) flat in uint id;

layout(location = 0) out vec4 out_colour;
layout(location = 1) out uint out_id;
layout(depth_greater) out float gl_FragDepth;

void main() {
    vec3 ray_direction = vec3(gl_FragCoord.xy * ray.xy + ray.zw, -1.0);
    float squared = dot(ray_direction, ray_direction);
    float along = dot(ray_direction, sphere.xyz) / squared;
    if (along <= 0.0) discard;
    vec3 offset = along * ray_direction - sphere.xyz;  // from the centre to the ray's nearest point
    float miss_squared = dot(offset, offset);
    float radius = sphere.w;
    float edge_px = (radius - sqrt(miss_squared)) * viewport.w / max(-sphere.z, 1e-6);
    float coverage = clamp(edge_px + 0.5, 0.0, 1.0);
    if (coverage <= 0.0) discard;

    float depth_along = sqrt(max(radius * radius - miss_squared, 0.0) / squared);
    vec3 hit = (along - depth_along) * ray_direction;
    if (hit.z >= 0.0) discard;
    vec3 normal = (hit - sphere.xyz) / radius;
    gl_FragDepth = clip_depth(hit.z) * 0.5 + 0.5;

    // Key light, sky and floor, a crease towards the edge that sets neighbours apart, a faint rim.
    float facing = clamp(dot(normal, -ray_direction) * inversesqrt(squared), 0.0, 1.0);
    float upward = dot(normal, up.xyz);
    float height = (dot(hit, up.xyz) + up.w) / radius;
    float open = mix(1.0, clamp(0.35 + 0.35 * height, 0.0, 1.0), clamp(0.5 - 0.5 * upward, 0.0, 1.0));
    float key = clamp(dot(normal, light.xyz) * 0.85 + 0.15, 0.0, 1.0);
    vec3 ambient = mix(vec3(0.13, 0.125, 0.12), vec3(0.38, 0.41, 0.46), upward * 0.5 + 0.5);
    float crease = 0.5 + 0.5 * smoothstep(0.0, 0.65, facing);
    vec3 lit = colour * (ambient * open + key * key * vec3(0.98, 0.95, 0.89)) * crease;

    float gloss = clamp(dot(normal, halfway.xyz), 0.0, 1.0);
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    gloss *= gloss;
    lit += vec3(0.10) * gloss * gloss * key;
    float rim = 1.0 - facing;
    lit += vec3(0.05, 0.06, 0.075) * rim * rim * rim * open * (0.4 + 0.6 * clamp(upward, 0.0, 1.0));

    if (id == ids.x && facing < 0.5) lit = mix(lit, kHighlight, smoothstep(0.5, 0.4, facing));
    vec3 shown = mix(to_srgb(lit), backdrop(0.5), haze(-hit.z));
    out_colour = vec4(shown, pack_edge(coverage, offset.xy));
    out_id = id;
}
