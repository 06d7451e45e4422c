#version 450 core
// Lights what the mesh passes left at each pixel. Pixels without a body fail the depth test, or show no slot.
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "spheres/instance_list.glsl"
#include "light/lit.glsl"
#include "light/shadow.glsl"
#include "light/sky.glsl"
#ifdef NEAR_SHADE
#include "light/near_open.glsl"
#endif
#include "meshes/surface.glsl"
#include "meshes/seen_surface.glsl"

layout(binding = 3) uniform usampler2D seen;      // slots
layout(location = 0) uniform uvec2 slot_window;   // the first slot that can be read, and how many

const float kClear = 0.01;  // of the radius, along the normal

void main() {
    uint word = texelFetch(seen, ivec2(PIXEL), 0).r;
    uint place = (word & ~kSelectedBit) - slot_window.x;
    if (place >= slot_window.y) SKIP;
    bool selected = (word & kSelectedBit) != 0u;

    vec3 direction = vec3(PIXEL * ray.xy + ray.zw, -1.0);
    SeenSurface surface = seen_surface(ivec2(PIXEL), direction);
    vec3 normal = surface.normal, at = direction * surface.distance_m;
    vec3 to_eye = -at * inversesqrt(dot(at, at));
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);
    float radius = position_radius(place).w, radius_px = radius * viewport.w / max(-at.z, 1e-6);
    // The map shows a coarser mesh than is seen: its far sides, and these a little farther off.
    float clear = kClear * radius + sun_texel();
    float sun = sunlit((view_to_sun * vec4(at + clear * normal, 1.0)).xyz, PIXEL);
    // A sphere's dark rim would darken whole faces that are seen aslant.
    float open = open_sky(normal, mix(0.5, 1.0, facing), (dot(at, up.xyz) + up.w) / radius, sun, 1.0);
#ifdef NEAR_SHADE
    open *= near_open(PIXEL, -at.z);
#endif
#ifdef STILL
    open *= sky_share(view_to_sky * vec4(at + (kClear * radius + sky_texel()) * normal, 1.0), normal);
#endif
    vec3 pure = body_colour(value_of(place), selected);
    if (dimmed(place) && !selected) pure = dimmed_colour(pure);
    bool asleep = sleeps(place);
    vec3 colour = asleep ? asleep_colour(pure) : pure;
    float gloss = asleep ? 0.0 : smoothstep(10.0, 40.0, radius_px);
    vec3 lit = lit_surface(Surface(colour, normal, to_eye, sun, open, gloss));
    if (marked(place)) lit = mix(lit, mark_tint() / kExposure, 0.5 * smoothstep(0.7, 0.2, facing));
    if (selected) lit = mix(lit, kHighlight / kExposure, 0.45 * smoothstep(0.8, 0.2, facing) + 0.12);
    lit = mix(lit, backdrop(0.0), haze(-at.z));
    put(vec4(ids.z != 0u ? to_srgb(pure) : shown(lit), 1.0));
}
