#version 450 core
// The container's twelve edges as thin quads that face the eye: six vertices an edge.
#include "frame/common.glsl"

layout(location = 0) uniform vec2 depth_alpha;  // x: 1 moves the edges to the far plane, behind all bodies

layout(location = 0) noperspective out float across;  // -1..1 over the line's width

const float kHalfWidthPx = 1.25;

vec3 corner_of(int index) {
    return mix(container_min.xyz, container_max.xyz, vec3(index & 1, (index >> 1) & 1, (index >> 2) & 1));
}

void main() {
    int edge = gl_VertexID / 6;
    int axis = edge / 4;
    int low_axis = axis == 0 ? 1 : 0, high_axis = axis == 2 ? 1 : 2;
    int from = ((edge & 1) << low_axis) | (((edge >> 1) & 1) << high_axis);
    vec3 a = (view * vec4(corner_of(from), 1.0)).xyz;
    vec3 b = (view * vec4(corner_of(from | (1 << axis)), 1.0)).xyz;

    // Cut at a plane in front of the eye: a point behind it has no place on the screen.
    float nearest = -0.02 * light.w;
    across = 0.0;
    gl_Position = kNowhere;
    if (a.z > nearest && b.z > nearest) return;
    if (a.z > nearest) a = mix(b, a, (nearest - b.z) / (a.z - b.z));
    if (b.z > nearest) b = mix(a, b, (nearest - a.z) / (b.z - a.z));

    const vec2 kCorners[6] =
        vec2[](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));
    vec2 corner = kCorners[gl_VertexID % 6];
    vec4 clip_a = projection * vec4(a, 1.0), clip_b = projection * vec4(b, 1.0);
    vec2 along = (clip_b.xy / clip_b.w - clip_a.xy / clip_a.w) * viewport.xy;
    float length_px = length(along);
    vec2 side = length_px > 1e-4 ? vec2(-along.y, along.x) / length_px : vec2(0.0);
    vec4 clip = corner.x < 0.5 ? clip_a : clip_b;
    clip.xy += side * corner.y * kHalfWidthPx * 2.0 / viewport.xy * clip.w;
    across = corner.y;
    clip.z = mix(clip.z, clip.w, depth_alpha.x);
    gl_Position = clip;
}
