#version 450 core
// A vertex of a body that is a box; meshes/mesh.frag does the rest.
#include "frame/common.glsl"
#include "spheres/instance.glsl"
#include "meshes/box_faces.glsl"

layout(location = 0) out vec3 normal;  // view space
layout(location = 1) flat out uint word;

void main() {
    FacePlace place = face_place();
    normal = mat3(view) * face_normal(place);
    word = slot_word(uint(gl_InstanceID));
    gl_Position = projection * (view * vec4(face_corner(place, least_half_m()), 1.0));
}
