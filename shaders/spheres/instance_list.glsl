// All instances as plain words, to be read by slot.
layout(std430, binding = 0) readonly buffer Instances { float instance_words[]; };

vec4 position_radius(uint slot) {
    uint word = slot * 6u;
    return vec4(instance_words[word], instance_words[word + 1u], instance_words[word + 2u],
                instance_words[word + 3u]);
}

// The sign bit says that the body sleeps, of a 0 too.
float value_of(uint slot) { return palette_place(instance_words[slot * 6u + 4u]); }
bool dimmed(uint slot) { return is_dimmed(instance_words[slot * 6u + 4u]); }
bool marked(uint slot) { return is_marked(instance_words[slot * 6u + 4u]); }
bool sleeps(uint slot) { return floatBitsToInt(instance_words[slot * 6u + 4u]) < 0; }
uint id_of(uint slot) { return floatBitsToUint(instance_words[slot * 6u + 5u]); }
