// Contacts of bodies with meshes, as the step has made them (sim/views.h).
#include "overlays/nearer.glsl"

struct ContactMark {
    vec4 place_depth;
    vec4 normal_push;
};
layout(std430, binding = 1) readonly buffer Marks {
    uint mark_head[8];  // the draw commands
    ContactMark marks[];
};
layout(location = 0) uniform vec2 mark_scale;  // a body's size; the depth at the end of the colours

float mark_part(ContactMark mark) { return clamp(mark.place_depth.w / mark_scale.y, 0.0, 1.0); }

/// From a light touch to a deep one.
vec3 mark_colour_of(float part) { return mix(vec3(1.0, 0.93, 0.55), vec3(0.96, 0.42, 0.10), part); }

const float kMarkNearer = 0.04;  // of a body's size
