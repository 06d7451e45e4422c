// Made matrices for sparse products: the places of their entries, and pairs of matrices by the name of a kind.
#pragma once
#include <span>

#include "app/sparse/sparse_matrix.h"

namespace app {

// Places without values, in no order; a place may come twice.

/// Places of the five-point Laplacian of a side x side grid.
SparseEntries poisson_places(uint32_t side);

/// `per_row` entries in each row at random places within `half_band` of the diagonal, which is always there.
SparseEntries banded_places(uint32_t rows, uint32_t half_band, uint32_t per_row, uint64_t seed);

/// `per_row` entries in each row in random columns.
SparseEntries random_places(uint32_t rows, uint32_t per_row, uint64_t seed);

/// Dense blocks along the diagonal, bordered by dense rows and columns: the shape of a system of poses and landmarks.
/// The border sees every `stride`-th block.
SparseEntries arrow_places(uint32_t blocks, uint32_t block, uint32_t border, uint32_t stride);

/// Two matrices to be multiplied.
struct Factors {
    std::string name;  // "poisson 200x200"
    SparseMatrix a, b;
};

struct MadeFactors {
    const char* name;         // "banded"
    const char* sentence;     // for the help
    uint32_t count, per_row;  // usual N and K: about a million products; per_row 0: it has no K
    Factors (*make)(uint32_t count, uint32_t per_row, uint64_t seed);
    /// Returns how many entries are made, before those of one place become one.
    uint64_t (*entries)(uint64_t count, uint64_t per_row);
};

std::span<const MadeFactors> made_factors();

/// Returns the kind of that name; null: there is none.
const MadeFactors* find_made_factors(const std::string& name);

}  // namespace app
