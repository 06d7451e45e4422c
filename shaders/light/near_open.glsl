// The near shade of a pixel, from those of its four neighbours in the smaller picture that lie at its distance.
layout(binding = 9) uniform sampler2D near_shade;    // g: the distance
layout(binding = 12) uniform sampler2D smooth_share;  // r: what is open

float near_open(vec2 pixel, float distance_m) {
    vec2 place = pixel * 0.5 - 0.25;
    ivec2 at = ivec2(floor(place - 0.25)), last = textureSize(near_shade, 0) - 1;
    vec2 part = place - 0.25 - vec2(at), sum = vec2(0.0);
    for (int k = 0; k < 4; ++k) {
        ivec2 corner = ivec2(k & 1, k >> 1);
        ivec2 place_there = clamp(at + corner, ivec2(0), last);
        float open = texelFetch(smooth_share, place_there, 0).r;
        float there_m = texelFetch(near_shade, place_there, 0).g;
        vec2 nearness = mix(1.0 - part, part, vec2(corner));
        float weight = (nearness.x * nearness.y + 1e-3) *
                       (max(1.0 - abs(there_m - distance_m) * 60.0 / distance_m, 0.0) + 1e-5);
        sum += weight * vec2(open, 1.0);
    }
    return sum.x / sum.y;
}
