#version 450 core
// Boxes of the tree's nodes as lines, in the colour of their level: those of the last level the strongest. An
// instance a node.
#include "frame/common.glsl"
#include "gravity/box_list.glsl"
#include "gravity/level.glsl"
#include "overlays/box_lines.glsl"

layout(location = 2) uniform float part;        // of the strength
layout(location = 3) uniform float of_coarser;  // how strong a level is, over the one below it

void main() {
    TreeBox box = boxes[gl_InstanceID];
    vec3 sides = box.high - box.low;
    float size = max(sides.x, max(sides.y, sides.z));
    box_line(box.low, box.high, vec4(0.5 * (box.low + box.high), 0.5 * size), level_tint(box.level), false);
    const uint kOfWalk = 0x80000000u;  // then these are the bits of -strength
    if ((box.node & kOfWalk) != 0u) line_colour.a *= uintBitsToFloat(box.node & ~kOfWalk);
    line_colour.a *= 0.8 * part * pow(of_coarser, float(last_level - min(box.level, last_level)));
}
