#version 450 core
// One triangle over the whole viewport, at the far plane.
void main() {
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 1.0, 1.0);
}
