#version 450 core
// A round dot with a dark outline, so that it reads on any body colour.
layout(location = 0) flat in vec3 mark_colour;
layout(location = 0) out vec4 out_colour;

void main() {
    float from_centre = length(gl_PointCoord * 2.0 - 1.0);
    if (from_centre > 1.0) discard;
    float inside = 1.0 - smoothstep(0.55, 0.75, from_centre);
    out_colour = vec4(mix(vec3(0.05), mark_colour, inside), 1.0 - smoothstep(0.8, 1.0, from_centre));
}
