// How strong the lines of overlays are: fainter far away, and where what they mark is but a few pixels large, so that
// many never become a white cloud.
float line_strength(float z, float size_px) {
    return mix(1.0, 0.25, smoothstep(0.8, 1.7, -z / light.w)) * smoothstep(0.5, 7.0, size_px);
}

/// A body's colour as that of a line beside it.
vec3 line_tint(float value) {
    vec3 colour = to_srgb(body_colour(palette_place(value), false));
    return light_theme() ? mix(colour, vec3(0.0), 0.35) : mix(colour, vec3(1.0), 0.3);
}

vec3 selected_tint() { return light_theme() ? vec3(0.72, 0.36, 0.0) : to_srgb(kHighlight); }

/// GL cuts lines where the clip plane opens the scene.
void cut_line(vec3 in_view) { gl_ClipDistance[0] = -dot(clip_plane, vec4(in_view, 1.0)); }
