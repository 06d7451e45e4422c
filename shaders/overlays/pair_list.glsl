// Pairs of the broad phase, and the instances that they name by slot.
#include "spheres/instance_list.glsl"
#include "overlays/nearer.glsl"

layout(std430, binding = 1) readonly buffer Pairs {
    uint pair_head[8];  // the draw commands
    uint pair_words[];  // three a pair: slots, approach in m/s (DrawnPair in app/observe/instances.h)
};

/// Where two spheres touch, in view space.
struct Touch {
    vec3 at;
    float overlap_m, smaller_m, larger_m, approach_m_s;
};

/// False: they do not, or the clip plane has cut the place away.
bool touch_of(int pair, out Touch touch) {
    uint word = uint(pair) * 3u;
    vec4 a = position_radius(pair_words[word]), b = position_radius(pair_words[word + 1u]);
    vec3 between = b.xyz - a.xyz;
    float apart = length(between);
    touch.overlap_m = a.w + b.w - apart;
    if (touch.overlap_m < 0.0 || apart <= 0.0) return false;
    vec3 world = a.xyz + between * ((a.w - 0.5 * touch.overlap_m) / apart);
    touch.at = (view * vec4(world, 1.0)).xyz;
    touch.smaller_m = min(a.w, b.w);
    touch.larger_m = max(a.w, b.w);
    touch.approach_m_s = uintBitsToFloat(pair_words[word + 2u]);
    return !is_cut_away(touch.at);
}
