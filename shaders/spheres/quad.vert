#version 450 core
// The few spheres that a point sprite cannot show, as quads of the exact rectangle that each covers. An instance
// a body, in order, so that of two at the same depth always the same one is seen.
#include "frame/common.glsl"
#include "spheres/instance.glsl"

layout(location = 0) flat out vec4 sphere;  // centre, radius
layout(location = 1) flat out uint slot;

void main() {
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    float radius = in_position_radius.w;
    ScreenBox box = screen_box(centre, radius);
    gl_Position = kNowhere;
    sphere = vec4(centre, radius);
    slot = slot_word(slot_of(gl_InstanceID));
    if (fits_sprite(centre, radius, box, 0.999) || !reaches_view(centre, radius)) return;
    if (dot(clip_plane, vec4(centre, 1.0)) >= radius) return;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 at = box.whole ? corner : box.centre + corner * box.half_px * 2.0 / viewport.xy;
    float front = box.whole ? 0.0 : max(window_depth(centre.z + radius), 0.0);
    gl_Position = vec4(at, 2.0 * front - 1.0, 1.0);
}
