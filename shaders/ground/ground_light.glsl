// The ground's light. Its colours are dark and dull, and greener than those of bodies, which stay the data: grass
// below, paler above, rock where it is steep; thin lines of equal height tell its shape. On paper it is lighter.
layout(location = 3) uniform vec3 range;  // lowest and highest point, and the height between two lines

/// 1 on a line of equal height, 0 between lines; fades where lines come closer than a few pixels, and on level
/// ground, where rounding would draw it.
float contour(float height, float steep, float height_per_px) {
    float lines = height / range.z, lines_per_px = max(height_per_px / range.z, 1e-6);
    float to_line = abs(fract(lines + 0.5) - 0.5) / lines_per_px;
    return clamp(1.2 - to_line, 0.0, 1.0) * clamp(1.4 - 5.0 * lines_per_px, 0.0, 1.0) *
           clamp(40.0 * steep, 0.0, 1.0);
}

vec3 ground_colour(float share, float steep) {
    vec3 low = vec3(0.038, 0.054, 0.042), middle = vec3(0.073, 0.094, 0.062), high = vec3(0.155, 0.158, 0.132);
    vec3 soil = mix(mix(low, middle, smoothstep(0.0, 0.45, share)), high, smoothstep(0.45, 1.0, share));
    return (light_theme() ? 2.3 : 1.3) * mix(soil, vec3(0.078, 0.073, 0.068), smoothstep(0.45, 0.95, steep));
}

/// Of a place on the ground, or with a level normal on a side of the block that it is cut out of. In the world.
vec4 ground_light(vec3 world, vec3 normal, float height_per_px, vec2 pixel) {
    float share = clamp((world.y - range.x) / max(range.y - range.x, 1e-6), 0.0, 1.0);
    bool side = abs(normal.y) < 1e-4;
    float steep = side ? 0.0 : length(normal.xz) / normal.y;
    vec3 colour = side ? (light_theme() ? 2.2 : 1.0) * vec3(0.045, 0.042, 0.040) : ground_colour(share, steep);
    float line = contour(world.y, side ? 1.0 : steep, height_per_px) * (side ? 0.6 : 1.0);

    vec3 in_view = mat3(view) * normal, at = (view * vec4(world, 1.0)).xyz;
    vec3 clear = world + (1.5 * sun_texel()) * normal;
    float sun = sunlit((world_to_sun * vec4(clear, 1.0)).xyz, pixel);
#ifdef STILL
    float open = sky_share(world_to_sky * vec4(world + (1.5 * sky_texel()) * normal, 1.0), in_view);
#else
    float open = 0.75 + 0.25 * sun;
#endif
    Surface surface = Surface(colour * (1.0 - 0.3 * line), in_view, normalize(-at), sun, open, 0.0);
    vec3 lit = mix(lit_surface(surface), backdrop(0.0), haze(-at.z));
    return vec4(shown(lit) + dither(pixel), 1.0);
}
