#version 450 core
// Spheres as point sprites: one vertex a body, the fragment shader does the rest. The sprite lies at the
// sphere's nearest depth, so that hidden ones are dropped before shading. What no sprite can show is listed.
#include "common.glsl"
#include "instance.glsl"
#include "large_list.glsl"

layout(location = 0) flat out vec4 sphere;  // centre, radius
layout(location = 1) flat out vec3 colour;
layout(location = 2) flat out uint id;

void main() {
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    float radius = in_position_radius.w;
    ScreenBox box = screen_box(centre, radius);
    sphere = vec4(centre, radius);
    colour = body_colour(in_value, in_id);
    id = in_id;
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    if (fits_sprite(box)) {
        gl_Position = vec4(box.centre, front_depth(centre, radius), 1.0);
        gl_PointSize = 2.0 * max(box.half_px.x, box.half_px.y);
        return;
    }
    bool around_eye = dot(centre, centre) <= radius * radius * 1.01;
    if (around_eye || !reaches_view(centre, radius)) return;
    uint place = atomicAdd(large_command[1], 1u);
    if (place < uint(large_slots.length())) large_slots[place] = uint(gl_VertexID);
}
