// What the mesh passes leave at each pixel besides the slot: the normal as a place in a square, folded from an
// octahedron, in two numbers of 16 bits. Four channels of 8 bits hold them as they are, so that the same texture can
// hold a picture later in the frame. How far away the surface is, the depth says.
const uint kSection = 0x80008000u;  // no normal's: the pixel shows the clip plane, where it cuts a body open

vec4 surface_texel(uint surface) { return unpackUnorm4x8(surface); }

uint pack_surface(vec3 normal) {
    vec3 flat_normal = normal / max(abs(normal.x) + abs(normal.y) + abs(normal.z), 1e-9);
    vec2 folded = (1.0 - abs(flat_normal.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(flat_normal.xy, vec2(0.0)));
    return packSnorm2x16(flat_normal.z >= 0.0 ? flat_normal.xy : folded);
}

vec3 surface_normal(uint surface) {
    vec2 place = unpackSnorm2x16(surface);
    vec3 normal = vec3(place, 1.0 - abs(place.x) - abs(place.y));
    float fold = max(-normal.z, 0.0);
    normal.xy += mix(vec2(fold), vec2(-fold), greaterThanEqual(normal.xy, vec2(0.0)));
    return normalize(normal);
}
