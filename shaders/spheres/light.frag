#version 450 core
// Lights what the sphere passes left at each pixel, so that no hidden sphere is ever lit: reads which body is
// seen there, meets the pixel's ray with it once more. What the edge covers of its pixel is kept in alpha,
// from which frame/present.frag smooths the silhouette. Pixels without a sphere fail the depth test, or show
// no slot.
#include "frame/each_pixel.glsl"
#include "frame/common.glsl"
#include "frame/edge.glsl"
#include "spheres/instance_list.glsl"
#include "light/lit.glsl"
#include "light/shadow.glsl"
#include "light/sky.glsl"
#ifdef NEAR_SHADE
#include "light/near_open.glsl"
#endif
#include "spheres/ray.glsl"
#include "spheres/pattern.glsl"

layout(binding = 3) uniform usampler2D seen;     // slots
layout(location = 0) uniform uvec2 slot_window;  // the first slot that can be read, and how many

layout(location = 1) uniform bool turned;        // spheres roll: their pattern shows how they are turned

// Radius in pixels below and above which one of the two counts; of the gloss, with which a smaller body would
// sparkle.
#ifdef STILL
const float kNoGloss = 0.5, kFullGloss = 2.0;
#else
const float kNoPlaces = 0.75, kAllPlaces = 2.0;
const float kNoGloss = 4.0, kFullGloss = 10.0;
#endif
const float kLeastRingPx = 3.0;  // of a smaller one the ring would be all there is

/// `near`: the share of the sky that neighbours leave.
vec3 lit_place(vec3 colour, vec3 normal, vec3 to_eye, float height, float sun, float body_sun, float near,
               float gloss) {
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);
    float open = near * open_sky(normal, facing, height, sun, body_sun);
    return lit_surface(Surface(colour, normal, to_eye, sun, open, gloss));
}

/// A section is darker along its border, so that those of neighbours of one colour part.
float section_shade(vec3 place, float radius) {
    float off = dot(clip_plane.xyz, place);
    vec3 in_plane = place - off * clip_plane.xyz;
    float squared = dot(in_plane, in_plane) / max(radius * radius - off * off, 1e-12);
    return 1.0 - 0.35 * smoothstep(0.72, 1.0, squared);
}

/// The mean over the whole disc, from the four places at which a disc's mean is exact up to cubes: what a
/// body shows that is too small for a place on it to be told.
vec3 lit_disc(vec3 colour, vec3 to_eye, float height, float sun, float near) {
    vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), to_eye)), over = cross(to_eye, right);
    vec3 sum = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        vec2 place = vec2(k & 1, k >> 1) - 0.5;
        vec3 normal = to_eye * sqrt(0.5) + right * place.x + over * place.y;
        sum += lit_place(colour, normal, to_eye, height + dot(normal, up.xyz), sun, sun, near, 0.0);
    }
    return 0.25 * sum;
}

#ifdef CROWD_EDGES
/// How much of its pixel a body covers that is seen here and hardly in the pixels around, among other bodies:
/// a sliver of one that they hide, which would stand out as a speck. 1 where it is none.
float sliver(uint word) {
    int same = 0;
    for (int k = 0; k < 9; ++k) {
        if (k == 4) continue;
        ivec2 at = ivec2(PIXEL) + ivec2(k % 3, k / 3) - 1;
        uint other = texelFetch(seen, clamp(at, ivec2(0), ivec2(viewport.xy) - 1), 0).r;
        if (other == word) ++same;
        if (same == 2 || other == kNobody) return 1.0;
    }
    return same == 1 ? 0.7 : 0.4;
}
#endif

void main() {
    uint word = texelFetch(seen, ivec2(PIXEL), 0).r;
    uint place = (word & ~kSelectedBit) - slot_window.x;
    if (place >= slot_window.y) SKIP;
    bool selected = (word & kSelectedBit) != 0u;

    vec4 body = position_radius(place);
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    float radius = body.w;
    vec3 ray_direction = ray_through(PIXEL);
    Meeting met = meet(ray_direction, centre, radius);
    bool cut = is_cut_away(met.hit);
    if (cut) cut_open(met, centre, radius);
    vec3 pure = body_colour(value_of(place), selected);
    if (dimmed(place) && !selected) pure = dimmed_colour(pure);
    bool asleep = sleeps(place);
    vec3 colour = asleep ? asleep_colour(pure) : pure;
    vec3 to_eye = -ray_direction * inversesqrt(met.squared);
    float sun = sunlit((view_to_sun * vec4(met.hit, 1.0)).xyz, PIXEL);

    float near = 1.0;
#ifdef NEAR_SHADE
    near = near_open(PIXEL, -met.hit.z);
#endif

    float radius_px = radius * viewport.w / max(-centre.z, 1e-6);
#ifdef STILL
    float places = 1.0;
#else
    float places = smoothstep(kNoPlaces, kAllPlaces, radius_px);
#endif
    vec3 lit = vec3(0.0);
    if (places > 0.0) {
#ifdef STILL
        near = sky_share(view_to_sky * vec4(met.hit, 1.0), met.normal);
#endif
        float height = (dot(met.hit, up.xyz) + up.w) / radius;
        vec3 own = turned && !cut ? patterned(colour, place, met.normal, radius_px) : colour;
        float gloss = asleep ? 0.0 : smoothstep(kNoGloss, kFullGloss, radius_px);
        if (cut) own *= section_shade(met.hit - centre, radius);
        float body_sun = sunlit_disc((view_to_sun * vec4(centre, 1.0)).xyz, radius);
        lit = lit_place(own, met.normal, to_eye, height, sun, body_sun, near, gloss);
        float facing = dot(met.normal, to_eye);
        if (marked(place) && facing < 0.5 && radius_px > kLeastRingPx) {
            float ring = smoothstep(0.5, 0.4, facing);
            lit = mix(lit, mark_tint() / kExposure, ring);
            pure = mix(pure, mark_tint(), ring);
        }
        if (selected && facing < 0.5) lit = mix(lit, kHighlight / kExposure, smoothstep(0.5, 0.4, facing));
    }
    if (places < 1.0) {
        float height = (dot(centre, up.xyz) + up.w) / radius;
        lit = mix(lit_disc(colour, normalize(-centre), height, sun, near), lit, places);
    }
    lit = mix(lit, backdrop(0.0), haze(-met.hit.z));
    float coverage = met.coverage;
#ifdef CROWD_EDGES
    if (places > 0.0) coverage = min(coverage, sliver(word));
#endif
    vec3 colour_here = ids.z != 0u ? to_srgb(pure) : shown(lit);
    float share = sphere_share(radius_px);
    if (share < 1.0) {  // in space alone
        vec3 behind = to_srgb(open_backdrop(PIXEL, abs(dot(ray_direction, up.xyz)) * 2.0));
        colour_here = mix(behind, colour_here, share);
    }
    put(vec4(colour_here, pack_edge(coverage, met.offset.xy)));
}
