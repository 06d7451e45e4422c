#version 450 core
// A disc that fades out; blended by multiplication, so that the order of bodies does not matter.
layout(location = 0) flat in float strength;
layout(location = 0) out vec4 out_light;

void main() {
    vec2 from_centre = gl_PointCoord * 2.0 - 1.0;
    float fall = max(1.0 - dot(from_centre, from_centre), 0.0);
    out_light = vec4(1.0 - strength * fall * fall);
}
