// The light of points at each cell of two grids over the picture, summed as integers, so that the order does
// not matter: four words a cell. A cell of the first is a pixel (of very large pictures it is several), a
// cell of the second, in which a body is a wide spot, some pixels (app/gl/passes/point_pass.h).
struct Grid {
    uint width, height, px;  // cells, and pixels along one
    uint first;              // word
};
layout(location = 4) uniform uvec4 grid_numbers[2];
layout(location = 6) uniform vec2 spot_px;  // radius of a body's spot in each
layout(location = 7) uniform float unit;    // of a body's whole light

const float kSpotPeak = 0.95493;  // 3 / pi: of a spot of radius 1, (1 - r^2)^2, whose sum is 1

Grid grid(int k) { return Grid(grid_numbers[k].x, grid_numbers[k].y, grid_numbers[k].z, grid_numbers[k].w); }

/// In cells; of less than one a body between two cells would be lost.
float spot_cells(int k) { return max(spot_px[k] / float(grid_numbers[k].z), 1.0); }
