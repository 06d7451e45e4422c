// Closes seams: corners that were meant to be one and differ in their last digits, as in a file that has the corners of
// each face for themselves, rounded apart. Faces then share the edge that they meet at.
//
// Only corners of open edges, those of one face, become one, and only where two edges then meet: a mesh without seams
// keeps all its bytes, and details that are closed stay however fine they are. The closest corners come first, in
// steps of four; those of edges that have met are left alone by the next.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/exec/stop.h"
#include "sim/shapes/edges.h"

namespace sim {

/// Corners that lie within this share of the diagonal of the mesh's box, on each axis, become one.
inline constexpr double kSeam = 1e-5;

struct Seams {
    std::vector<uint32_t> vertex;  // for each vertex the one that stands for all at its place
    std::vector<Pass> passes;      // along all edges, with these vertices
    uint32_t joined = 0;           // places whose corners were moved to another one
    float reach = 0;               // cells: kSeam of this mesh
};

/// Moves the corners of seams together: the same ones, whatever the order of vertices and faces. What `stop` throws
/// ends the work.
Seams close_seams(GridMesh& mesh, const StopCheck& stop = {});

}  // namespace sim
