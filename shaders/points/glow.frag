#version 450 core
// The second grid as a texture that can be read smoothly: light, and bodies, per spot of the first grid.
#include "points/density.glsl"

layout(std430, binding = 1) readonly buffer Density { uint words[]; };

layout(location = 0) out vec4 out_light;

void main() {
    Grid cells = grid(1);
    uint word = cells.first + (uint(gl_FragCoord.y) * cells.width + uint(gl_FragCoord.x)) * 4u;
    float fine = spot_cells(0) * float(grid_numbers[0].z) / float(cells.px);
    float scale = fine * fine / (kSpotPeak * unit);
    out_light = vec4(words[word], words[word + 1u], words[word + 2u], words[word + 3u]) * scale;
}
