// Of stills: the light that a surface has from the sky's source, which stands elsewhere in each sub-picture. Their mean is
// the share of the sky that the surface sees, by the cosine.
#ifdef STILL
#include "light/four_places.glsl"
#include "light/on_disc.glsl"

layout(binding = 10) uniform sampler2DShadow sky_map_texture;

layout(std140, binding = 2) uniform SkyFit {  // as SunFit
    ivec4 sky_bodies_least, sky_bodies_most;
    vec4 sky_low, sky_size;
};

/// A texel's side in metres.
float sky_texel() { return max(sky_size.x, sky_size.y) * sky_map.y; }

vec3 on_sky_map(vec4 place) { return (place.xyz - sky_low.xyz) / sky_size.xyz; }

/// Of a surface that sees so much of the light.
float sky_share(vec3 normal, float seen) {
    vec4 n = vec4(normal, 1.0);
    return 2.0 * sky_source.w * max(dot(normal, sky_source.xyz), 0.0) * seen / dot(n, lights * n);
}

/// Of a place along the axes of the light. No place on a sphere needs a bias (app/observe/raster_discs.h).
float sky_share(vec4 place, vec3 normal) {
    const float kRounding = 3e-6;
    if (dot(normal, sky_source.xyz) <= 0.0) return 0.0;
    vec3 at = on_sky_map(place);
    at.z = clamp(at.z - kRounding, 0.0, 1.0);
    // Four places around it: the steps of 64 lights are not seen then.
    return sky_share(normal, lit_at_four_places(sky_map_texture, at, 2.0 * sky_map.yy));
}

#ifdef WIDE_LIGHTS
layout(binding = 13) uniform sampler2D sky_depths;  // the same map, as numbers

/// The same on a level floor, where the shadows of 48 lights would show as rays: as if each light were as wide as its part
/// of the sky, like the sun of light/shadow.glsl. Where in that part depends on the pixel and on the light.
float sky_share_of_floor(vec4 place, vec3 normal, vec2 pixel) {
    const int kSearched = 4, kCompared = 4;
    const float kLeastPx = 2.0, kMostPart = 0.15;  // of the map
    if (dot(normal, sky_source.xyz) <= 0.0) return 0.0;
    vec3 at = on_sky_map(place);
    float turn = 6.2831853 * fract(noise(pixel) + dot(sky_source.xyz, vec3(31.7, 57.3, 91.1)));
    vec2 part_per_m = sky_map.w / sky_size.xy;  // of the map, for each metre between the floor and what hides the light
    vec2 most = vec2(kMostPart), least = kLeastPx * sky_map.yy;
    vec2 reach = clamp(at.z * sky_size.z * part_per_m, least, most);
    float sum = 0.0, found = 0.0;
    for (int k = 0; k < kSearched; ++k) {
        vec4 depths = textureGather(sky_depths, at.xy + reach * on_disc(k, kSearched, turn));
        vec4 hides = vec4(lessThan(depths, vec4(min(at.z, 1.0))));
        sum += dot(hides, depths);
        found += dot(hides, vec4(1.0));
    }
    if (found == 0.0) return sky_share(normal, 1.0);
    vec2 blur = clamp((at.z - sum / found) * sky_size.z * part_per_m, least, most);
    float seen = 0.0;
    for (int k = 0; k < kCompared; ++k)
        seen += texture(sky_map_texture, vec3(at.xy + blur * on_disc(k, kCompared, turn), clamp(at.z, 0.0, 1.0)));
    return sky_share(normal, seen / float(kCompared));
}
#endif
#endif
