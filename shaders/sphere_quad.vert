#version 450 core
// The few spheres that a point sprite cannot show, as quads of the exact rectangle that each covers.
#include "common.glsl"
#include "instance_list.glsl"
#include "large_list.glsl"

layout(location = 0) flat out vec4 sphere;
layout(location = 1) flat out vec3 colour;
layout(location = 2) flat out uint id;

void main() {
    gl_Position = kNowhere;
    sphere = vec4(0.0);
    colour = vec3(0.0);
    id = kNobody;
    if (gl_InstanceID >= large_slots.length()) return;
    uint slot = large_slots[gl_InstanceID];
    vec4 body = position_radius(slot);
    vec3 centre = (view * vec4(body.xyz, 1.0)).xyz;
    id = id_of(slot);
    sphere = vec4(centre, body.w);
    colour = body_colour(value_of(slot), id);

    ScreenBox box = screen_box(centre, body.w);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 at = box.whole ? corner : box.centre + corner * box.half_px * 2.0 / viewport.xy;
    gl_Position = vec4(at, box.whole ? -1.0 : front_depth(centre, body.w), 1.0);
}
