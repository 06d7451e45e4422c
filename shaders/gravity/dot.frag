#version 450 core
// A round dot with a soft border.
layout(location = 0) flat in vec3 colour;
layout(location = 0) out vec4 out_colour;

void main() {
    float off = length(gl_PointCoord * 2.0 - 1.0);
    out_colour = vec4(colour, 0.9 * clamp(2.5 * (1.0 - off), 0.0, 1.0));
}
