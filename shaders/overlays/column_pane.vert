#version 450 core
// Borders between columns of the broad phase, as panes along its sort axis (app/gl/handover/column_panes.h). An
// instance a pane, four vertices as a strip.
#include "frame/common.glsl"

layout(std430, binding = 1) readonly buffer Panes {
    uint strips[4];
    uint pane_axis, across_u, every, unused;
    vec4 low, high;  // along the axis, u, v
    float border[];
};

layout(location = 0) out vec3 world;
layout(location = 1) out vec2 on_pane;  // 0..1
layout(location = 2) flat out vec3 outwards;

void main() {
    uint pane = uint(gl_InstanceID);
    int across = pane < across_u ? 1 : 2, beside = 3 - across;
    on_pane = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec3 place, normal = vec3(0.0);
    place[0] = mix(low[0], high[0], on_pane.x);
    place[beside] = mix(low[beside], high[beside], on_pane.y);
    place[across] = border[pane];
    normal[across] = 1.0;
    for (uint k = 0u; k < 3u; ++k) {
        uint axis = (pane_axis + k) % 3u;
        world[axis] = place[k];
        outwards[axis] = normal[k];
    }
    gl_Position = projection * view * vec4(world, 1.0);
}
