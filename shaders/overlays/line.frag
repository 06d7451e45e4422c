#version 450 core
// Lines of boxes, pairs and contacts: one colour a line, soft at its borders.
layout(location = 0) flat in vec4 line_colour;
layout(location = 1) noperspective in float across;
layout(location = 0) out vec4 out_colour;

void main() { out_colour = vec4(line_colour.rgb, line_colour.a * clamp(1.25 * (1.0 - abs(across)), 0.0, 1.0)); }
