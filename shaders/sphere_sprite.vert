#version 450 core
// Spheres as point sprites: one vertex a body, the fragment shader does the rest. The sprite lies at the
// sphere's nearest depth, so that hidden ones are dropped before shading.
#include "common.glsl"
#include "instance.glsl"

layout(location = 0) flat out vec4 sphere;  // centre, radius
layout(location = 1) flat out vec3 colour;
layout(location = 2) flat out uint id;

void main() {
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    ScreenBox box = screen_box(centre, in_position_radius.w);
    sphere = vec4(centre, in_position_radius.w);
    colour = body_colour();
    id = in_id;
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    if (!fits_sprite(box)) return;
    gl_Position = vec4(box.centre, clip_depth(centre.z + in_position_radius.w), 1.0);
    gl_PointSize = 2.0 * max(box.half_px.x, box.half_px.y);
}
