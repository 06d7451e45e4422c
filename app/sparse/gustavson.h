// The product of two sparse matrices by a method of its own, to check others: row by row into a dense accumulator.
#pragma once
#include "app/sparse/sparse_matrix.h"

namespace app {

/// F. G. Gustavson: Two fast algorithms for sparse matrices. ACM Transactions on Mathematical Software, 1978. The
/// products of an entry are added in ascending order of the inner index, on one thread. Requires
/// a.columns == b.rows. Throws sort::OverLimit where memory does not suffice for the accumulator.
SparseMatrix multiply_by_rows(const SparseMatrix& a, const SparseMatrix& b);

}  // namespace app
