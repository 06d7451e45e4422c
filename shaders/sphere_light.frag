#version 450 core
// Lights what the sphere passes left at each pixel, so that no hidden sphere is ever lit: reads which body is
// seen there, meets the pixel's ray with it once more. What the edge covers of its pixel is kept in alpha, from
// which present.frag smooths the silhouette. Pixels without a sphere fail the depth test.
#include "common.glsl"
#include "edge.glsl"
#include "instance_list.glsl"
#include "sphere_ray.glsl"

layout(binding = 3) uniform usampler2D seen;     // slots
layout(location = 0) uniform uvec2 slot_window;  // the first slot that can be read, and how many

layout(location = 0) out vec4 out_colour;

void main() {
    uint word = texelFetch(seen, ivec2(gl_FragCoord.xy), 0).r;
    uint place = (word & ~kSelectedBit) - slot_window.x;
    if (place >= slot_window.y) discard;
    bool selected = (word & kSelectedBit) != 0u;

    vec4 body = position_radius(place);
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    float radius = body.w;
    vec3 ray_direction = pixel_ray();
    Meeting met = meet(ray_direction, centre, radius);
    vec3 normal = (met.hit - centre) / radius;
    vec3 colour = body_colour(value_of(place), selected);

    // Key light, sky and floor, a crease towards the edge that sets neighbours apart, a faint rim.
    float facing = clamp(dot(normal, -ray_direction) * inversesqrt(met.squared), 0.0, 1.0);
    float upward = dot(normal, up.xyz);
    float height = (dot(met.hit, up.xyz) + up.w) / radius;
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

    if (selected && facing < 0.5) lit = mix(lit, kHighlight, smoothstep(0.5, 0.4, facing));
    vec3 shown = mix(to_srgb(lit), backdrop(0.5), haze(-met.hit.z));
    out_colour = vec4(shown, pack_edge(met.coverage, met.offset.xy));
}
