#version 450 core
// The body seen at a pixel, copied to where the host can read it.
#include "frame/common.glsl"

layout(local_size_x = 1) in;
layout(binding = 3) uniform usampler2D seen;  // slots
layout(std430, binding = 0) readonly buffer Instances { uint instance_words[]; };
layout(std430, binding = 1) writeonly buffer Found { uint found_words[6]; };
layout(location = 0) uniform uvec2 slot_window;  // the first slot that can be read, and how many
layout(location = 1) uniform ivec2 pixel;

void main() {
    uint word = texelFetch(seen, pixel, 0).r;
    uint place = (word & ~kSelectedBit) - slot_window.x;
    if (word == kNobody || place >= slot_window.y) return;
    for (uint i = 0u; i < 6u; ++i) found_words[i] = instance_words[place * 6u + i];
}
