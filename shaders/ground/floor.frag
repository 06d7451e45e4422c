#version 450 core
// Floor: a pool of light under the container, a grid one pixel wide, and the shade of the bodies on it.
#include "frame/common.glsl"

layout(location = 0) in vec2 on_floor;
layout(location = 1) in vec2 world_xz;
layout(location = 0) out vec4 out_colour;

layout(binding = 1) uniform sampler2D shade;

/// 1 on a line of the grid, 0 between lines; fades where cells become smaller than a few pixels.
float grid(vec2 cells, vec2 cells_per_px) {
    vec2 to_line = abs(fract(cells + 0.5) - 0.5) / max(cells_per_px, vec2(1e-6));
    vec2 on_line = clamp(1.1 - to_line, 0.0, 1.0) * clamp(1.5 - 5.0 * cells_per_px, 0.0, 1.0);
    return max(on_line.x, on_line.y);
}

void main() {
    float reach = clamp(1.0 - length(on_floor) / 4.0, 0.0, 1.0);
    reach = reach * reach * (3.0 - 2.0 * reach);
    vec2 cells = (world_xz - container_min.xz) / container_min.w;
    vec2 cells_per_px = fwidth(cells);
    float lines = 0.055 * grid(cells, cells_per_px) + 0.075 * grid(cells * 0.2, cells_per_px * 0.2);
    float unshaded = texture(shade, (world_xz - shade_map.xy) * shade_map.z).r;
    bool from_above = container_max.w > 0.5;

    vec3 floor_colour = vec3(0.215, 0.228, 0.252) + lines * vec3(0.9, 1.0, 1.15);
    if (from_above) floor_colour *= 0.22 + 0.78 * unshaded;
    float alpha = from_above ? 0.92 * reach : lines * 2.0 * reach;
    out_colour = vec4(floor_colour + dither(gl_FragCoord.xy), alpha);
}
