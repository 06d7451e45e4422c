// What lets a sphere be seen to turn: a pale band, and on its two sides a light half and a dark one.
layout(std430, binding = 4) readonly buffer Orientations { vec4 orientations[]; };  // w, x, y, z, by slot

const float kNoPattern = 3.0, kFullPattern = 8.0;  // radius in pixels
const float kBand = 0.2;                           // half as wide, over the radius

/// `normal` in view space.
vec3 patterned(vec3 colour, uint slot, vec3 normal, float radius_px) {
    float share = smoothstep(kNoPattern, kFullPattern, radius_px);
    if (share <= 0.0) return colour;

    // From the world's axes to the body's.
    vec4 q = orientations[slot];
    vec3 world = normal * mat3(view), axis = -q.yzw;
    vec3 place = world + 2.0 * cross(axis, cross(axis, world) + q.x * world);

    float soft = 0.7 / radius_px;
    float band = 1.0 - smoothstep(-soft, soft, abs(place.y) - kBand);
    float dark = smoothstep(-soft, soft, place.x);
    vec3 painted = mix(colour * mix(1.0, 0.45, dark), mix(colour, vec3(0.9), 0.75), band);
    return mix(colour, painted, share);
}
