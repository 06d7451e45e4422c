// Candidate pairs, and the instances that they name by slot.
#include "instance_list.glsl"

layout(std430, binding = 1) readonly buffer Pairs {
    uint pair_head[8];  // the draw commands
    uint pair_slots[];
};

/// As projected, but tested as if `nearer` metres closer to the eye: marks inside the front bodies show on
/// them, those deeper in the heap stay hidden.
vec4 project_nearer(vec3 position, float nearer) {
    vec4 clip = projection * vec4(position, 1.0);
    if (clip.w <= nearer * 1.01) return clip;
    clip.z = clamp(2.0 * window_depth(position.z + nearer) - 1.0, -1.0, 1.0) * clip.w;
    return clip;
}
