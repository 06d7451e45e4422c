#version 450 core
// Candidate pairs as lines from centre to centre; those of the selected body stand out.
#include "frame/common.glsl"
#include "overlays/pair_list.glsl"

layout(location = 0) flat out vec4 line_colour;

void main() {
    uint pair = uint(gl_VertexID) & ~1u;
    uint first = pair_slots[pair], second = pair_slots[pair + 1u];
    uint mine = pair_slots[gl_VertexID];
    vec4 a = position_radius(first), b = position_radius(second);
    bool touch = distance(a.xyz, b.xyz) <= a.w + b.w;
    bool selected = ids.x != kNobody && (id_of(first) == ids.x || id_of(second) == ids.x);

    vec4 end = mine == first ? a : b;
    vec3 in_view = (view * vec4(end.xyz, 1.0)).xyz;
    // Boxes overlap but spheres do not: the sweep's false alarms, fainter.
    line_colour = touch ? vec4(0.93, 0.96, 1.0, 0.8) : vec4(0.62, 0.72, 0.86, 0.55);
    if (selected) line_colour = vec4(to_srgb(kHighlight), 1.0);
    gl_Position = project_nearer(in_view, 1.05 * max(a.w, b.w));
}
