#ifndef FOUR_PLACES
#define FOUR_PLACES
/// Of a map of depths: four places around one, each compared with the four texels around it; 0 to 1.
float lit_at_four_places(sampler2DShadow map, vec3 at, vec2 step) {
    float sum = texture(map, vec3(at.xy + step * vec2(-0.4, -1.0), at.z)) +
                texture(map, vec3(at.xy + step * vec2(1.0, -0.4), at.z)) +
                texture(map, vec3(at.xy + step * vec2(0.4, 1.0), at.z)) +
                texture(map, vec3(at.xy + step * vec2(-1.0, 0.4), at.z));
    return 0.25 * sum;
}
#endif
