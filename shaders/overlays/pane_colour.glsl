vec3 pane_colour() { return light_theme() ? vec3(0.10, 0.30, 0.50) : vec3(0.50, 0.72, 0.95); }
float pane_fade(float z) { return mix(1.0, 0.3, smoothstep(0.8, 1.7, -z / light.w)); }
