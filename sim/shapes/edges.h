// The edges of a mesh, by the triangles that pass along them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/shapes/grid.h"

namespace sim {

/// A triangle's pass along an edge.
struct Pass {
    uint64_t edge;  // its lower vertex << 32 | its higher one
    uint32_t triangle;
    bool upwards;
};

/// Returns the passes of all triangles with three corners, sorted by edge. `vertex`: the vertex that stands
/// for each one, where vertices are joined.
std::vector<Pass> passes_of(const GridMesh& mesh, const std::vector<uint32_t>& vertex);

/// f(first, end) of the passes along each edge.
template <class F>
void each_edge(const std::vector<Pass>& passes, F f) {
    for (size_t first = 0, end = 0; first < passes.size(); first = end) {
        while (end < passes.size() && passes[end].edge == passes[first].edge) ++end;
        f(first, end);
    }
}

}  // namespace sim
