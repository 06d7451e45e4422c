// A small bundle adjustment, whose normal equations have a Schur complement: cameras on a circle look at points in a
// cube, and each point is seen by some neighbouring cameras. By blocks, 6 rows per camera and 3 per point:
//
//   H = | U    W |    U cameras, block diagonal    S = U - W V^-1 W^T, the Schur complement of V: as many rows as the
//       | W^T  V |    V points, block diagonal     cameras have, with an entry where two cameras see one point
#pragma once
#include "app/sparse/sparse_matrix.h"

namespace app {

struct BundleSize {
    uint32_t points = 0, cameras = 0;
    uint32_t seen_by = 0;  // cameras that see each point, at most `cameras`
};

struct BundleProblem {
    BundleSize size;
    SparseMatrix cameras, points;  // U and V
    SparseMatrix mixed;            // W
};

/// Returns how many cameras a made problem has.
uint32_t cameras_for(uint32_t points, uint32_t seen_by);

/// Sums J^T J over all observations by pinhole cameras, plus 0.01 on the diagonal (Levenberg, Marquardt).
BundleProblem make_bundle(const BundleSize& size, uint64_t seed);

/// Returns W V^-1, by blocks of 3: as many entries as W has.
SparseMatrix times_inverse(const SparseMatrix& mixed, const SparseMatrix& points);

}  // namespace app
