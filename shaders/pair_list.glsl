// Candidate pairs, and the instances that they name by slot.
#include "instance_list.glsl"
#include "nearer.glsl"

layout(std430, binding = 1) readonly buffer Pairs {
    uint pair_head[8];  // the draw commands
    uint pair_slots[];
};
