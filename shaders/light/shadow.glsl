// How much of the sun is seen from a place: 1 in the light, 0 in full shadow. No place needs a bias of its own on
// spheres (app/observe/raster_discs.h says why).
#ifndef SHADOWS
float sunlit(vec3 sun_place, vec2 pixel) { return 1.0; }
float sunlit_disc(vec3 centre, float radius) { return 1.0; }
float sun_texel() { return 0.0; }
#else
#include "light/sun_fit.glsl"

/// A texel's side in metres: surfaces that are drawn into the map themselves look from so far above.
float sun_texel() { return max(sun_size.x, sun_size.y) * sun_map.y; }

#ifndef SOFT_SHADOWS
layout(binding = 6) uniform sampler2DShadow sun_map_texture;

const float kRounding = 3e-6;  // of the map's depth

#ifdef STILL
/// Two places: the sun stands elsewhere in each sub-picture, and they hide its steps.
float sunlit(vec3 sun_place, vec2 pixel) {
    vec3 at = on_sun_map(sun_place);
    at.z = clamp(at.z - kRounding, 0.0, 1.0);
    return 0.5 * (texture(sun_map_texture, vec3(at.xy + sun_map.yy, at.z)) +
                  texture(sun_map_texture, vec3(at.xy - sun_map.yy, at.z)));
}
float sunlit_disc(vec3 centre, float radius) { return 1.0; }  // its sky's lights know more
#else

#include "light/four_places.glsl"

/// What a sphere's half towards the sun sees of it: at four places of the disc that it is on the map.
float sunlit_disc(vec3 centre, float radius) {
    vec3 at = on_sun_map(centre - vec3(0.0, 0.0, 0.5 * radius));
    return lit_at_four_places(sun_map_texture, vec3(at.xy, clamp(at.z, 0.0, 1.0)), 0.6 * radius / sun_size.xy);
}

float sunlit(vec3 sun_place, vec2 pixel) {
    vec3 at = on_sun_map(sun_place);
    at.z = clamp(at.z - kRounding, 0.0, 1.0);
    return lit_at_four_places(sun_map_texture, at, 0.8 * sun_map.yy);
}
#endif

#else
#include "light/on_disc.glsl"

layout(binding = 6) uniform sampler2D sun_map_texture;

/// The depth of what is nearest to the sun at a place of the map.
#ifdef COMPUTE
layout(binding = 11) uniform samplerBuffer sun_words;  // the map where the world's backend has drawn it

float sun_depth(vec2 at) {
    if (sun_map.z == 0.0) return texture(sun_map_texture, at).r;
    int side = int(sun_map.x);
    ivec2 texel = ivec2(floor(at * sun_map.x));
    bool on_map = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, ivec2(side)));
    return on_map ? texelFetch(sun_words, texel.y * side + texel.x).r : 1.0;
}
#else
float sun_depth(vec2 at) { return texture(sun_map_texture, at).r; }
#endif

const float kRounding = 3e-6;
const float kSunSlope = 0.0384;  // tan of half the sun's angle, 2.2 degrees: five times the true sun's
const float kLeastPx = 1.2, kMostPx = 16.0;
const int kSearched = 8, kCompared = 16;

/// As wide a blur as the sun's disc makes at the distance of what hides it, which is searched for first.
float sunlit(vec3 sun_place, vec2 pixel) {
    vec3 at = on_sun_map(sun_place);
    float nearer = min(at.z, 1.0) - kRounding, turn = 6.2831853 * noise(pixel);
    float px_per_m = 0.5 * sun_map.x * (1.0 / sun_size.x + 1.0 / sun_size.y);
    float px_to_depth = kSunSlope * sun_size.z * px_per_m;  // a blur's radius for what hides at a depth of 1
    vec2 uv_per_px = vec2(1.0) / (px_per_m * sun_size.xy);

    float reach = clamp(0.5 * at.z * px_to_depth, kLeastPx, kMostPx), sum = 0.0, found = 0.0;
    for (int k = 0; k < kSearched; ++k) {
        float depth = sun_depth(at.xy + reach * uv_per_px * on_disc(k, kSearched, turn));
        float hides = depth < nearer ? 1.0 : 0.0;
        sum += hides * depth;
        found += hides;
    }
    if (found == 0.0) return 1.0;

    float blur = clamp((at.z - sum / found) * px_to_depth, kLeastPx, kMostPx), lit = 0.0;
    for (int k = 0; k < kCompared; ++k) {
        float depth = sun_depth(at.xy + blur * uv_per_px * on_disc(k, kCompared, turn));
        lit += depth < nearer ? 0.0 : 1.0;
    }
    return lit / float(kCompared);
}

/// What a sphere's half towards the sun sees of it: at places of the disc that it is on the map.
float sunlit_disc(vec3 centre, float radius) {
    const int kPlaces = 5;
    vec3 at = on_sun_map(centre - vec3(0.0, 0.0, 0.5 * radius));
    float lit = 0.0;
    for (int k = 0; k < kPlaces; ++k) {
        vec2 place = at.xy + 0.85 * radius / sun_size.xy * on_disc(k, kPlaces, 0.0);
        lit += sun_depth(place) < at.z ? 0.0 : 1.0;
    }
    return lit / float(kPlaces);
}
#endif
#endif
