#version 450 core
// A white core in a warm halo: added to a dark picture, painted over a light one, where nothing can be added.
#include "frame/common.glsl"

layout(location = 0) flat in float strength;
layout(location = 0) out vec4 out_colour;  // times its alpha already

void main() {
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    float squared = dot(at, at);
    if (squared >= 1.0) discard;
    float core = exp(-38.0 * squared), halo = (1.0 - squared) * (1.0 - squared) * (1.0 - squared);
    if (light_theme()) {
        float alpha = strength * clamp(0.55 * halo + core, 0.0, 1.0);
        out_colour = vec4(vec3(0.95, 0.45, 0.05) * alpha, alpha);
    } else {
        out_colour = vec4(strength * (vec3(1.0, 0.97, 0.90) * core + vec3(0.52, 0.27, 0.08) * halo), 0.0);
    }
}
