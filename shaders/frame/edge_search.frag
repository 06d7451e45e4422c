#version 450 core
// Smooths the edges that no coverage is known of: those of meshes, ground, shadows and overlays. Across a step in
// brightness the pixel takes as much of the other side as the step's length to both sides says. A pixel in a crowd of
// bodies that is brighter or darker than all around it is the tip of something hidden or a gap: it would sparkle in
// motion, and is brought near its neighbours.
#include "frame/each_pixel.glsl"

layout(binding = 2) uniform sampler2D colours;  // alpha: 0 where coverage has smoothed them
layout(binding = 3) uniform usampler2D seen;    // slots
layout(location = 0) uniform ivec2 corner;  // of the viewport in the target

const int kSteps = 8;
const uint kNobody = 0xffffffffu;
const float kMostLone = 0.06;  // in brightness
const float kLeastStep = 0.06, kLeastShare = 0.15;  // in brightness: what is less is no edge

float brightness(vec3 colour) { return dot(colour, vec3(0.3, 0.59, 0.11)); }

ivec2 here;
float beside(int x, int y) {
    ivec2 last = textureSize(colours, 0) - 1;
    return brightness(texelFetch(colours, clamp(here + ivec2(x, y), ivec2(0), last), 0).rgb);
}

/// Whether bodies are seen all around this pixel.
bool in_crowd() {
    ivec2 last = textureSize(seen, 0) - 1;
    for (int k = 0; k < 9; ++k) {
        if (k == 4) continue;
        ivec2 at = clamp(here + ivec2(k % 3, k / 3) - 1, ivec2(0), last);
        if (texelFetch(seen, at, 0).r == kNobody) return false;
    }
    return true;
}

vec3 smoothed() {
    vec2 px = 1.0 / vec2(textureSize(colours, 0)), at = (vec2(here) + 0.5) * px;
    vec4 mine = texelFetch(colours, here, 0);
    vec3 colour = mine.rgb;
    float m = brightness(colour), n = beside(0, 1), s = beside(0, -1), e = beside(1, 0), w = beside(-1, 0);
    float most = max(m, max(max(n, s), max(e, w))), least = min(m, min(min(n, s), min(e, w)));
    if (most - least < max(kLeastStep, kLeastShare * most)) return colour;

    float nw = beside(-1, 1), ne = beside(1, 1), sw = beside(-1, -1), se = beside(1, -1);
    float lowest = min(min(min(n, s), min(e, w)), min(min(nw, ne), min(sw, se))) - kMostLone;
    float highest = max(max(max(n, s), max(e, w)), max(max(nw, ne), max(sw, se))) + kMostLone;
    if ((m < lowest || m > highest) && in_crowd()) {
        return min(colour * (clamp(m, lowest, highest) / max(m, 1e-3)), vec3(1.0));
    }
    if (mine.a == 0.0) return colour;
    float across_rows = 2.0 * abs(n + s - 2.0 * m) + abs(ne + se - 2.0 * e) + abs(nw + sw - 2.0 * w);
    float across_columns = 2.0 * abs(e + w - 2.0 * m) + abs(ne + nw - 2.0 * n) + abs(se + sw - 2.0 * s);
    bool level = across_rows >= across_columns;
    vec2 along = level ? vec2(px.x, 0.0) : vec2(0.0, px.y), over = level ? vec2(0.0, px.y) : vec2(px.x, 0.0);
    float before = level ? s : w, behind = level ? n : e;
    bool to_before = abs(before - m) >= abs(behind - m);
    if (to_before) over = -over;
    if (textureLod(colours, at + over, 0.0).a < 0.5) return colour;
    float other = to_before ? before : behind;
    float middle = 0.5 * (m + other), enough = 0.25 * abs(other - m);

    // Between the two rows, until the step ends on either side.
    vec2 between = at + 0.5 * over;
    float ends[2], lengths[2];
    for (int side = 0; side < 2; ++side) {
        vec2 towards = side == 0 ? -along : along;
        float far = 0.0, off = 0.0;
        for (int k = 0; k < kSteps && abs(off) < enough; ++k) {
            far += k < 4 ? 1.0 : 2.0;
            off = brightness(textureLod(colours, between + far * towards, 0.0).rgb) - middle;
        }
        ends[side] = off;
        lengths[side] = far;
    }
    float nearer = min(lengths[0], lengths[1]), end = lengths[0] < lengths[1] ? ends[0] : ends[1];
    // Only where the step ends towards this pixel's other side does the other row reach into it.
    if ((m < middle) == (end < 0.0)) return colour;
    float share = 0.5 - nearer / (lengths[0] + lengths[1]);
    return textureLod(colours, at + share * over, 0.0).rgb;
}

void main() {
    here = ivec2(PIXEL) - corner;
    put(vec4(smoothed(), 1.0));
}
