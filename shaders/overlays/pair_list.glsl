// Candidate pairs, and the instances that they name by slot.
#include "spheres/instance_list.glsl"
#include "overlays/nearer.glsl"

layout(std430, binding = 1) readonly buffer Pairs {
    uint pair_head[8];  // the draw commands
    uint pair_slots[];
};
