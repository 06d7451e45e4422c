// The light of all surfaces: one sun, a sky by the normal, a little light from the eye, and a plastic gloss.
// Light multiplies the colour, because colours are data: sun and sky add up to grey where both are full. Only the
// gloss is added, and tone() leaves what is darker than a bright white as it is.

#include "frame/tone.glsl"

const vec3 kSun = vec3(1.098, 1.056, 1.001);
const vec3 kSkyTop = vec3(0.356, 0.392, 0.442), kSkyLevel = vec3(0.271, 0.292, 0.321);
const vec3 kSkyFromBelow = vec3(0.157, 0.160, 0.171);  // light that the floor has turned back
const float kExposure = 0.82, kFill = 0.34;

const float kMeanOpen = 0.80, kPassedOn = 0.11;  // of stills

vec3 sky_below() { return light_theme() ? 2.6 * kSkyFromBelow : kSkyFromBelow; }

vec3 sky_light(float upward) {
    return kSkyLevel + max(upward, 0.0) * (kSkyTop - kSkyLevel) + max(-upward, 0.0) * (sky_below() - kSkyLevel);
}

/// To what a screen shows.
vec3 tone(vec3 lit) { return bent(lit * kExposure); }

/// Into the picture. A still is bent when its sub-pictures are added up (frame/show_still.frag).
#ifdef STILL
vec3 shown(vec3 lit) { return to_srgb(lit * kExposure); }
#else
vec3 shown(vec3 lit) { return to_srgb(tone(lit)); }
#endif

struct Surface {
    vec3 colour;
    vec3 normal, to_eye;  // view space, unit
    float sun;            // share of it that is seen
    float open;           // share of the sky that is seen; in a sub-picture that of its light, times its weight
    float gloss;          // 0 to 1; fades where a body is so small that it would sparkle
};

/// What the surface reflects like a mirror: the sky, the floor, and the sun as a wide disc.
vec3 mirrored(vec3 towards) {
    float upward = dot(towards, up.xyz);
    float sun_disc = smoothstep(0.90, 0.97, dot(towards, light.xyz));
    return mix(vec3(0.045, 0.047, 0.052), vec3(0.55, 0.60, 0.68), smoothstep(-0.15, 0.75, upward)) + 1.6 * sun_disc;
}

/// The share of the sky that a surface sees whose neighbours are not known: the floor hides it from what lies on
/// it, neighbours hide it from the rims of bodies, and mostly where they hide the sun too. Of the half that is turned away
/// from the sun only the body knows whether they do: `body_sun` is what the other half sees of the sun as a whole.
float open_sky(vec3 normal, float facing, float height, float sun, float body_sun) {
    float upward = dot(normal, up.xyz);
    float in_gap = 1.0 - mix(body_sun, sun, smoothstep(0.0, 0.4, dot(normal, light.xyz)));
    float hidden = in_gap * (0.34 - 0.11 * upward);  // more of it below than above
    float over_floor = mix(1.0, clamp(0.35 + 0.35 * height, 0.0, 1.0), clamp(0.5 - 0.5 * upward, 0.0, 1.0));
#if defined(STILL)
    return sky_map.z < 0.0 ? clamp(0.35 + 0.35 * height, 0.0, 1.0) : 1.0;  // and sky_share() knows the neighbours
#elif defined(NEAR_SHADE)
    return over_floor * (1.0 - hidden);  // and near_open() knows the neighbours
#else
    return over_floor * (0.48 + 0.52 * smoothstep(0.0, 0.75, facing)) * (1.0 - hidden);
#endif
}

vec3 lit_surface(Surface s) {
    float facing = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
    float key = clamp(dot(s.normal, light.xyz), 0.0, 1.0) * s.sun;
    float upward = dot(s.normal, up.xyz);
#ifdef STILL
    // What the sky's source lights, and what neighbours of that colour pass on. Both are linear in what is open, so that
    // the mean of the sub-pictures is that of the light.
    vec3 sky = sky_map.z < 0.0 ? sky_below() : kSkyTop;
    float fill = 0.03 + kFill * (0.35 + 0.65 * facing) * kMeanOpen;
    vec3 lit = s.colour * (kSun * key + (sky + fill) * s.open + kPassedOn * (1.0 - s.open) * s.colour);
#else
    float fill = 0.03 + kFill * (0.35 + 0.65 * facing) * (0.4 + 0.6 * s.open);
    // Light colours light up the gaps between them, or these would go grey.
    vec3 open = mix(vec3(s.open), s.open / (1.0 - s.colour * (1.0 - s.open)), 0.6);
    vec3 lit = s.colour * (kSun * key + (sky_light(upward) + fill) * open);
#endif

    // A lobe of the sun, as rough plastic has it.
    vec3 halfway = normalize(light.xyz + s.to_eye);
    float off = 1.0 - clamp(dot(s.normal, halfway), 0.0, 1.0);
    float lobe = 1.0 / (1.0 + 220.0 * off);
    lit += kSun * (0.30 * s.gloss * key * lobe * lobe);
#ifdef MIRROR
    float rim = 1.0 - facing;
    rim *= rim;
    float fresnel = 0.035 + 0.30 * rim * rim;
    lit += mirrored(reflect(-s.to_eye, s.normal)) * (fresnel * s.gloss * s.open * (0.35 + 0.65 * s.sun));
#endif
    return lit;
}
