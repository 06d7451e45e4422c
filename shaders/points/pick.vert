#version 450 core
// Which point is nearest to a pixel: each covers the pixels around it, and is as deep as it is far from that
// one, always behind spheres. A vertex a body.
#include "frame/common.glsl"
#include "spheres/instance.glsl"

layout(location = 0) uniform vec2 pixel;
layout(location = 0) flat out uint slot;

const float kReachPx = 6.0;

void main() {
    slot = slot_word(slot_of(gl_VertexID));
    gl_Position = kNowhere;
    gl_PointSize = 1.0;
    vec3 centre = (view * vec4(in_position_radius.xyz, 1.0)).xyz;
    float distance_m = -centre.z;
    if (in_position_radius.w <= 0.0 || distance_m <= 0.0 || is_cut_away(centre)) return;
    vec2 slope = vec2(projection[0][0], projection[1][1]) / distance_m;
    vec2 at = (centre.xy * slope * 0.5 + 0.5) * viewport.xy;
    float off = distance(at, pixel);
    if (off > kReachPx) return;
    // On the pixel itself: a point beside the view would be dropped.
    gl_Position = vec4(pixel / viewport.xy * 2.0 - 1.0, 0.9999 + 0.00009 * off / kReachPx, 1.0);
}
