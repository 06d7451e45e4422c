#version 450 core
// The sun map in words of 16 bits, two texels in each uint (app/observe/sun_bounds.h): those of a ground from the
// depths that were drawn of it (GROUND), or a map of bodies to which a ground's is added.
layout(local_size_x = 256) in;
layout(std430, binding = 3) buffer Words { uint words[]; };

#ifdef GROUND
layout(binding = 8) uniform sampler2D depths;

uint word_at(uint texel) {
    uint side = uint(textureSize(depths, 0).x);
    return uint(min(ceil(texelFetch(depths, ivec2(texel % side, texel / side), 0).r * 65535.0), 65535.0));
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < uint(words.length())) words[i] = word_at(2u * i) | word_at(2u * i + 1u) << 16;
}
#else
layout(std430, binding = 2) readonly buffer Ground { uint ground_words[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(ground_words.length())) return;
    uint a = words[i], b = ground_words[i];
    words[i] = min(a & 0xffffu, b & 0xffffu) | min(a & 0xffff0000u, b & 0xffff0000u);
}
#endif
