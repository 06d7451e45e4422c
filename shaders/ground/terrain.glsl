// The ground's spline as GL reads it: the arithmetic of sim/ground/height_field.h, whose banner explains it.
layout(binding = 4) uniform sampler2D heights;
layout(location = 0) uniform vec4 map;   // world x, z of the corner; the sides along x and z
layout(location = 1) uniform vec3 size;  // columns and rows of the texture; a cell's side

/// The cell of a coordinate in cells, and where in it.
void cell_of(float cells, float count, out int cell, out float t) {
    float inside = clamp(cells, 0.0, count);
    cell = int(min(inside, count - 1.0));
    t = inside - float(cell);
}

/// Weights of three samples, or how they change.
vec3 weights(float t) { return vec3(0.5 * (1.0 - t) * (1.0 - t), 0.5 + t * (1.0 - t), 0.5 * t * t); }
vec3 changes(float t) { return vec3(t - 1.0, 1.0 - 2.0 * t, t); }

/// x: the height; y and z: its slopes along x and z.
vec3 surface_at(vec2 world_xz) {
    vec2 cells = (world_xz - map.xy) / size.z;
    int column, row;
    vec2 t;
    cell_of(cells.x, size.x, column, t.x);
    cell_of(cells.y, size.y, row, t.y);
    vec3 along_x = weights(t.x), along_z = weights(t.y), change_x = changes(t.x), change_z = changes(t.y);
    ivec2 last = ivec2(size.xy) - 1;
    vec3 surface = vec3(0.0);
    for (int k = 0; k < 3; ++k) {
        int v = clamp(row + k - 1, 0, last.y);
        vec3 samples = vec3(texelFetch(heights, ivec2(max(column - 1, 0), v), 0).r,
                            texelFetch(heights, ivec2(column, v), 0).r,
                            texelFetch(heights, ivec2(min(column + 1, last.x), v), 0).r);
        float height = dot(along_x, samples);
        surface += vec3(along_z[k] * height, along_z[k] * dot(change_x, samples), change_z[k] * height);
    }
    return vec3(surface.x, surface.yz / size.z);
}
