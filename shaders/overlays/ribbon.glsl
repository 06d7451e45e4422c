// Lines as thin strips that face the eye, with soft borders: a core of a pixel, half a pixel of fade on each side.
// `across` is -1 and 1 at the borders (overlays/line.frag).

/// The part of a line that is in front of the eye: a point behind it has no place on the screen. False: there is none.
bool cut_at_eye(inout vec3 a, inout vec3 b) {
    float nearest = -0.02 * light.w;
    if (a.z > nearest && b.z > nearest) return false;
    if (a.z > nearest) a = mix(b, a, (nearest - b.z) / (a.z - b.z));
    if (b.z > nearest) b = mix(a, b, (nearest - a.z) / (b.z - a.z));
    return true;
}

/// `clip` moved by so many pixels to the side of a line from clip_a to clip_b.
vec4 beside(vec4 clip, vec4 clip_a, vec4 clip_b, float px) {
    vec2 along = (clip_b.xy / clip_b.w - clip_a.xy / clip_a.w) * viewport.xy;
    float length_px = length(along);
    vec2 side = length_px > 1e-4 ? vec2(-along.y, along.x) / length_px : vec2(0.0);
    clip.xy += side * px * 2.0 / viewport.xy * clip.w;
    return clip;
}

/// Of two triangles a line: x is 0 at its start and 1 at its end, y is `across`.
vec2 ribbon_corner(int vertex) {
    const vec2 kCorners[6] =
        vec2[](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));
    return kCorners[vertex % 6];
}

/// A corner of the strip from a to b, in view space, where cut_at_eye() leaves something.
vec4 ribbon(vec3 a, vec3 b, vec2 corner, float half_width_px) {
    vec4 clip_a = projection * vec4(a, 1.0), clip_b = projection * vec4(b, 1.0);
    return beside(corner.x < 0.5 ? clip_a : clip_b, clip_a, clip_b, corner.y * half_width_px);
}

/// The corners of a rectangle in turn, each coordinate 0 or 1.
vec2 rectangle_corner(int corner) { return vec2((corner + 1 >> 1) & 1, (corner >> 1) & 1); }
