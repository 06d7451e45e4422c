// What the mesh passes leave at each pixel besides the slot: the normal as a place in a square, folded from an
// octahedron, and the distance along the view.
uvec2 pack_surface(vec3 normal, float distance_m) {
    vec3 flat_normal = normal / max(abs(normal.x) + abs(normal.y) + abs(normal.z), 1e-9);
    vec2 folded = (1.0 - abs(flat_normal.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(flat_normal.xy, vec2(0.0)));
    return uvec2(packSnorm2x16(flat_normal.z >= 0.0 ? flat_normal.xy : folded), floatBitsToUint(distance_m));
}

vec3 surface_normal(uvec2 surface) {
    vec2 place = unpackSnorm2x16(surface.x);
    vec3 normal = vec3(place, 1.0 - abs(place.x) - abs(place.y));
    float fold = max(-normal.z, 0.0);
    normal.xy += mix(vec2(fold), vec2(-fold), greaterThanEqual(normal.xy, vec2(0.0)));
    return normalize(normal);
}
