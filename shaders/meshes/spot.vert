#version 450 core
// A body with a mesh that is only a few pixels large: a disc that covers as many as the mesh on average.
#include "frame/common.glsl"
#include "meshes/instance.glsl"

layout(location = 0) flat out uint word;

void main() {
    vec3 centre = (view * vec4(in_place, 1.0)).xyz;
    word = in_word;
    gl_Position = projection * vec4(centre, 1.0);
    gl_PointSize = clamp(2.0 * in_spot_radius * viewport.w / max(-centre.z, 1e-6), 1.0, viewport.z);
}
