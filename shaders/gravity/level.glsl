// Levels of the tree: 0 is the whole, each next one an eighth of the space.
const int kLevels = 22;  // app/observe/tree_boxes.h
layout(location = 8) uniform vec3 level_colours[kLevels];  // sRGB

vec3 level_tint(uint level) {
    vec3 colour = level_colours[min(level, uint(kLevels - 1))];
    return light_theme() ? mix(colour, vec3(0.0), 0.35) : mix(colour, vec3(1.0), 0.15);
}
