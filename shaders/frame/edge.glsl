// How a sphere's edge travels from spheres/light.frag to frame/present.frag in the eight bits of alpha: 28 levels of
// coverage times the nine neighbours of a pixel; 255 is a pixel that is covered whole.
const float kEdgeLevels = 27.0;

struct Edge {
    float coverage;
    ivec2 outwards;
};

float pack_edge(float coverage, vec2 outwards) {
    if (coverage >= 1.0) return 1.0;
    vec2 place = floor(outwards * inversesqrt(max(dot(outwards, outwards), 1e-30)) * 1.3 + 0.5) + 1.0;  // 0..2
    place = clamp(place, 0.0, 2.0);
    return (floor(coverage * kEdgeLevels + 0.5) * 9.0 + place.x + place.y * 3.0) / 255.0;
}

Edge unpack_edge(float alpha) {
    float packed_edge = floor(alpha * 255.0 + 0.5);
    float level = floor((packed_edge + 0.5) / 9.0);
    float direction = packed_edge - 9.0 * level;
    float row = floor((direction + 0.5) / 3.0);
    vec2 outwards = vec2(direction - 3.0 * row, row) - 1.0;
    return Edge(min(level / kEdgeLevels, 1.0), ivec2(outwards));
}
