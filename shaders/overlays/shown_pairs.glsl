// The pairs that are shown (app/observe/shown_pairs.h), and the instances that they name by slot.
#include "spheres/instance_list.glsl"

layout(std430, binding = 1) readonly buffer ShownPairs {
    uint shown_head[12];  // the draw commands
    uvec2 shown_pairs[];  // slots
};
