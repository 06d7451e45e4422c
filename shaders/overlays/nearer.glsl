/// As projected, but tested as if `nearer` metres closer to the eye: marks inside the front bodies show on
/// them, those deeper in the heap stay hidden.
vec4 project_nearer(vec3 position, float nearer) {
    vec4 clip = projection * vec4(position, 1.0);
    if (clip.w <= nearer * 1.01) return clip;
    clip.z = clamp(2.0 * window_depth(position.z + nearer) - 1.0, -1.0, 1.0) * clip.w;
    return clip;
}
