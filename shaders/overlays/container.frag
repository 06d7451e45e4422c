#version 450 core
// A soft line: one pixel of core, half a pixel of fade on each side.
#include "frame/common.glsl"
layout(location = 0) noperspective in float across;
layout(location = 0) out vec4 out_colour;
layout(location = 0) uniform vec2 depth_alpha;

void main() {
    vec3 colour = light_theme() ? vec3(0.22, 0.25, 0.30) : vec3(0.72, 0.77, 0.85);
    out_colour = vec4(colour, depth_alpha.y * clamp(1.25 * (1.0 - abs(across)), 0.0, 1.0));
}
