#version 450 core
// The box of the selected body and those of its partners. An instance a pair; one is the body with itself.
#include "frame/common.glsl"
#include "overlays/box_lines.glsl"
#include "overlays/shown_pairs.glsl"

#ifdef MESHES
layout(std430, binding = 5) readonly buffer Boxes { float boxes[]; };  // low and high corner, by slot

vec3 corner_at(uint at) { return vec3(boxes[at], boxes[at + 1u], boxes[at + 2u]); }
#endif

layout(location = 2) uniform float part;  // of the strength

void main() {
    uvec2 pair = shown_pairs[gl_InstanceID];
    bool own = pair.x == pair.y;
    uint slot = id_of(pair.x) == ids.x ? pair.y : pair.x;
    vec4 body = position_radius(slot);
#ifdef MESHES
    vec3 low = corner_at(6u * slot), high = corner_at(6u * slot + 3u);
#else
    vec3 low = body.xyz - body.w, high = body.xyz + body.w;
#endif
    box_line(low, high, body, own ? selected_tint() : line_tint(value_of(slot)), true);
    line_colour.a *= part;
}
