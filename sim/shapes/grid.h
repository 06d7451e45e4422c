// While a mesh is prepared, lengths are counted in cells of its grid: node (i, j, k) lies at (i, j, k). So
// nothing over- or underflows, however large or small the mesh is.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/math/vec3.h"

namespace sim {

struct Grid {
    std::array<int, 3> nodes;  // on each axis
    float spacing_m;

    size_t count() const { return size_t(nodes[0]) * size_t(nodes[1]) * size_t(nodes[2]); }
    size_t index(int x, int y, int z) const {
        return size_t(x) + size_t(nodes[0]) * (size_t(y) + size_t(nodes[1]) * size_t(z));
    }
    bool has(int x, int y, int z) const {
        return x >= 0 && y >= 0 && z >= 0 && x < nodes[0] && y < nodes[1] && z < nodes[2];
    }
};

/// The mesh in the grid's cells.
struct GridMesh {
    Grid grid;
    Vec3 origin;  // the place of node 0 in the file
    float cell;   // the length of a cell in the file
    std::vector<Vec3> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;

    std::array<Vec3, 3> corners(size_t triangle) const {
        const auto& t = triangles[triangle];
        return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
    }
};

/// Triangle nearest to each node, and the square of its distance, in cells.
struct NearestTriangles {
    std::vector<uint32_t> triangle;
    std::vector<float> distance2;
};

}  // namespace sim
