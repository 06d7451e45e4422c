// Contacts of bodies with meshes, as the step has made them (sim/views.h).
#include "overlays/nearer.glsl"

struct ContactMark {
    vec4 place_depth;
    vec4 normal_approach;  // w: m/s
};
layout(std430, binding = 1) readonly buffer Marks {
    uint mark_head[8];  // the draw commands
    ContactMark marks[];
};
layout(location = 0) uniform vec2 mark_scale;  // a body's size; the depth at the end of the colours

/// By its logarithm, as bodies are coloured by depth (app/observe/instances.h).
float mark_part(ContactMark mark) {
    return clamp(log2(1.0 + 500.0 * mark.place_depth.w / mark_scale.y) / log2(501.0), 0.0, 1.0);
}

/// What a body spans on the screen, in pixels.
float body_px(float z) { return mark_scale.x * viewport.w / max(-z, 1e-6); }

/// From a light touch to a deep one.
vec3 mark_colour_of(float part) { return mix(vec3(1.0, 0.93, 0.55), vec3(0.96, 0.42, 0.10), part); }

const float kMarkNearer = 0.12;  // of a body's size
