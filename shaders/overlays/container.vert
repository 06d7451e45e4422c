#version 450 core
// The container's twelve edges as thin quads that face the eye: six vertices an edge.
#include "frame/common.glsl"
#include "overlays/box_edges.glsl"
#include "overlays/ribbon.glsl"

layout(location = 0) uniform vec2 depth_alpha;  // x: 1 moves the edges to the far plane, behind all bodies

layout(location = 0) noperspective out float across;  // -1..1 over the line's width

const float kHalfWidthPx = 1.25;

void main() {
    vec3 from, to;
    box_edge(gl_VertexID / 6, from, to);
    vec3 a = (view * vec4(mix(container_min.xyz, container_max.xyz, from), 1.0)).xyz;
    vec3 b = (view * vec4(mix(container_min.xyz, container_max.xyz, to), 1.0)).xyz;
    across = 0.0;
    gl_Position = kNowhere;
    if (!cut_at_eye(a, b)) return;
    vec2 corner = ribbon_corner(gl_VertexID);
    vec4 clip = ribbon(a, b, corner, kHalfWidthPx);
    across = corner.y;
    clip.z = mix(clip.z, clip.w, depth_alpha.x);
    gl_Position = clip;
}
