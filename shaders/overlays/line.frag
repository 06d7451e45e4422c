#version 450 core
// Lines of boxes and pairs: one colour a line.
layout(location = 0) flat in vec4 line_colour;
layout(location = 0) out vec4 out_colour;

void main() { out_colour = line_colour; }
