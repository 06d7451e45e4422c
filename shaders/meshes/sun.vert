#version 450 core
// Shadows: a body's mesh on the sun map. An instance a body.
#include "frame/common.glsl"
#include "light/sun_fit.glsl"
#include "meshes/instance.glsl"

layout(location = 4) in vec3 in_vertex;

void main() {
    vec3 at = on_sun_map((world_to_sun * vec4(in_place + turned(in_vertex), 1.0)).xyz);
    gl_Position = vec4(at * 2.0 - 1.0, 1.0);
}
