#version 450 core
// A vertex of a body's mesh, in its place in the world. An instance a body.
#include "frame/common.glsl"
#include "meshes/instance.glsl"

layout(location = 4) in vec3 in_vertex;
layout(location = 5) in vec3 in_normal;

layout(location = 0) out vec3 normal;  // view space
layout(location = 1) flat out uint word;

void main() {
    normal = mat3(view) * turned(in_normal);
    word = in_word;
    gl_Position = projection * (view * vec4(in_place + turned(in_vertex), 1.0));
}
