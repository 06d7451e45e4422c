#version 450 core
// The few spheres that a point sprite cannot show, as instanced quads; all others collapse to nothing.
#include "common.glsl"
#include "instance.glsl"

layout(location = 0) flat out vec4 sphere;
layout(location = 1) flat out vec3 colour;
layout(location = 2) flat out uint id;

void main() {
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    float radius = in_position_radius.w;
    ScreenBox box = screen_box(centre, radius);
    sphere = vec4(centre, radius);
    colour = body_colour();
    id = in_id;
    gl_Position = kNowhere;
    bool behind = centre.z - radius >= 0.0;
    bool around_eye = dot(centre, centre) <= radius * radius * 1.01;
    if (fits_sprite(box) || behind || around_eye) return;

    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    if (box.whole) {
        gl_Position = vec4(corner, -1.0, 1.0);
    } else {
        vec2 at = box.centre + corner * box.half_px * 2.0 / viewport.xy;
        gl_Position = vec4(at, clip_depth(centre.z + radius), 1.0);
    }
}
