#version 450 core
// A disc's pixels of the sun map: its depth is that of its vertex.
layout(location = 0) flat in vec4 ellipse;

void main() {
    vec2 off = (gl_FragCoord.xy - ellipse.xy) * ellipse.zw;
    if (dot(off, off) > 1.0) discard;
}
