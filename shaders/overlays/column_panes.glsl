// Borders between columns of the broad phase, as panes along its sort axis (app/observe/column_panes.h).
layout(std430, binding = 1) readonly buffer Panes {
    uint pane_commands[8];
    uint pane_axis, across_u, every, unused;
    vec4 low, high;  // along the axis, u, v
    float border[];
};

int pane_across(uint pane) { return pane < across_u ? 1 : 2; }

/// From the order along, u, v to the world's.
vec3 in_world(vec3 place) {
    vec3 world;
    for (uint k = 0u; k < 3u; ++k) world[(pane_axis + k) % 3u] = place[k];
    return world;
}

/// A place on a pane, both from 0 to 1.
vec3 pane_place(uint pane, vec2 on_pane) {
    int across = pane_across(pane), beside = 3 - across;
    vec3 place;
    place[0] = mix(low[0], high[0], on_pane.x);
    place[beside] = mix(low[beside], high[beside], on_pane.y);
    place[across] = border[pane];
    return in_world(place);
}
