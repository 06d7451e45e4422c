#version 450 core
// Shadows: a body that is a box, on the sun map.
#include "frame/common.glsl"
#include "light/sun_fit.glsl"
#include "spheres/instance.glsl"
#include "meshes/box_faces.glsl"

void main() {
    vec3 at = on_sun_map((world_to_sun * vec4(face_corner(face_place(), 0.0), 1.0)).xyz);
    gl_Position = vec4(at * 2.0 - 1.0, 1.0);
}
