// Turns faces so that neighbours agree on which side is outside, as files do not have it whose faces were made one by
// one: where two faces share an edge, each has to pass it the other way.
//
// From a face, all that are reached over edges of exactly two faces are a patch. In it the side that has the larger
// area of the file's faces wins, so that a cavity stays one; where both are as large, the one whose volume is
// positive. Patches as a whole are outward.h's matter.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/shapes/edges.h"

namespace sim {

struct Orientation {
    uint32_t turned = 0;         // triangles
    uint32_t one_sided = 0;      // triangles of patches that have no two sides, as a Moebius strip; they stay
    uint32_t crowded_edges = 0;  // of more than two faces, which still do not pass them both ways as often
    uint32_t open_parts = 0;     // with edges of one face; they share none, so that none says how others lie
};

/// Returns for each vertex the first one at the same place.
std::vector<uint32_t> first_at_place(const std::vector<Vec3>& vertices);

/// `vertex` and `passes`: of close_seams(). A mesh whose faces agree, as most do, keeps all its bytes.
Orientation orient_faces(GridMesh& mesh, const std::vector<uint32_t>& vertex,
                         const std::vector<Pass>& passes);

}  // namespace sim
