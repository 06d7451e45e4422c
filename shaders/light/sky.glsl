// Of stills: the light that a surface has from the sky's lamp, which stands elsewhere in each sub-picture. Their mean is
// the share of the sky that the surface sees, by the cosine.
#ifdef STILL
#include "light/four_places.glsl"

layout(binding = 10) uniform sampler2DShadow sky_map_texture;

layout(std140, binding = 2) uniform SkyFit {  // as SunFit
    ivec4 sky_bodies_least, sky_bodies_most;
    vec4 sky_low, sky_size;
};

/// A texel's side in metres.
float sky_texel() { return max(sky_size.x, sky_size.y) * sky_map.y; }

/// Of a place along the axes of the lamp. No place on a sphere needs a bias (app/gl/handover/crowd_discs.h).
float sky_share(vec4 place, vec3 normal) {
    const float kRounding = 3e-6;
    float towards = dot(normal, sky_lamp.xyz);
    if (towards <= 0.0) return 0.0;
    vec3 at = (place.xyz - sky_low.xyz) / sky_size.xyz;
    at.z = clamp(at.z - kRounding, 0.0, 1.0);
    // Four places around it: the steps of 64 lamps are not seen then.
    float seen = lit_at_four_places(sky_map_texture, at, 2.0 * sky_map.yy);
    vec4 n = vec4(normal, 1.0);
    return 2.0 * sky_lamp.w * towards * seen / dot(n, lamps * n);
}
#endif
