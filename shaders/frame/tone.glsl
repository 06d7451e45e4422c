// From light to what a screen shows: as it is up to 0.8, above it bent towards 1 and a little towards white, all three
// channels together, so that no hue changes.
vec3 bent(vec3 light) {
    float peak = max(light.r, max(light.g, light.b));
    float over = max(peak - 0.8, 0.0);
    float shown = peak - over + over * 0.2 / (over + 0.2);
    light *= shown / max(peak, 1e-6);
    return mix(light, vec3(shown), 1.0 - 1.0 / (0.15 * (peak - shown) + 1.0));
}

/// The peak that it makes this one of, 0 to 1.
float unbent(float shown) {
    float over = max(shown - 0.8, 0.0);
    return shown - over + over * 0.2 / max(0.2 - over, 0.02);
}
