// The light of all surfaces: one sun, a sky by the normal, a little light from the eye, and a plastic gloss.
// Light multiplies the colour, because colours are data: sun and sky add up to grey where both are full. Only the
// gloss is added, and tone() leaves what is darker than a bright white as it is.

const vec3 kSun = vec3(1.098, 1.056, 1.001);
const vec3 kSkyTop = vec3(0.356, 0.392, 0.442), kSkyLevel = vec3(0.271, 0.292, 0.321);
const vec3 kSkyFromBelow = vec3(0.157, 0.160, 0.171);  // light that the floor has turned back
const float kExposure = 0.82, kFill = 0.34;

vec3 sky_light(float upward) {
    vec3 below = light_theme() ? 2.0 * kSkyFromBelow : kSkyFromBelow;
    return kSkyLevel + max(upward, 0.0) * (kSkyTop - kSkyLevel) + max(-upward, 0.0) * (below - kSkyLevel);
}

/// To what a screen shows: as it is up to 0.8, above it bent towards 1 and a little towards white, all three
/// channels together, so that no hue changes.
vec3 tone(vec3 lit) {
    lit *= kExposure;
    float peak = max(lit.r, max(lit.g, lit.b));
    float over = max(peak - 0.8, 0.0);
    float shown = peak - over + over * 0.2 / (over + 0.2);
    lit *= shown / max(peak, 1e-6);
    return mix(lit, vec3(shown), 1.0 - 1.0 / (0.15 * (peak - shown) + 1.0));
}

struct Surface {
    vec3 colour;
    vec3 normal, to_eye;  // view space, unit
    float sun;            // share of it that is seen
    float open;           // share of the sky that is seen
    float gloss;          // 0 to 1; fades where a body is so small that it would sparkle
};

/// What the surface reflects like a mirror: the sky, the floor, and the sun as a lamp.
vec3 mirrored(vec3 towards) {
    float upward = dot(towards, up.xyz);
    float lamp = smoothstep(0.90, 0.97, dot(towards, light.xyz));
    return mix(vec3(0.045, 0.047, 0.052), vec3(0.55, 0.60, 0.68), smoothstep(-0.15, 0.75, upward)) + 1.6 * lamp;
}

/// The share of the sky that a surface sees whose neighbours are not known: the floor hides it from what lies on
/// it, neighbours hide it from the rims of bodies, and mostly where they hide the sun too. That they do is not known
/// of the half that is turned away from the sun.
float open_sky(vec3 normal, float facing, float height, float sun) {
    float upward = dot(normal, up.xyz);
    float in_gap = (1.0 - sun) * smoothstep(0.0, 0.4, dot(normal, light.xyz));
    float over_floor = mix(1.0, clamp(0.35 + 0.35 * height, 0.0, 1.0), clamp(0.5 - 0.5 * upward, 0.0, 1.0));
#ifdef NEAR_SHADE
    return over_floor * (1.0 - 0.4 * in_gap);  // and near_open() knows the neighbours
#else
    return over_floor * (0.48 + 0.52 * smoothstep(0.0, 0.75, facing)) * (1.0 - 0.4 * in_gap);
#endif
}

vec3 lit_surface(Surface s) {
    float facing = clamp(dot(s.normal, s.to_eye), 0.0, 1.0);
    float key = clamp(dot(s.normal, light.xyz), 0.0, 1.0) * s.sun;
    float upward = dot(s.normal, up.xyz);
    float fill = 0.03 + kFill * (0.35 + 0.65 * facing) * (0.4 + 0.6 * s.open);
    // Light colours light up the gaps between them, or these would go grey.
    vec3 open = mix(vec3(s.open), s.open / (1.0 - s.colour * (1.0 - s.open)), 0.6);
    vec3 lit = s.colour * (kSun * key + (sky_light(upward) + fill) * open);

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
