// Sparse matrices by compressed rows, and from and to the entries of a file.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/io/matrix_market.h"

namespace app {

/// Compressed rows: row r has the columns column[begin[r]] .. column[begin[r + 1]], ascending, with their values.
struct SparseMatrix {
    uint32_t rows = 0, columns = 0;
    std::vector<uint64_t> begin = {0};  // rows + 1
    std::vector<uint32_t> column;
    std::vector<double> values;

    uint64_t entries() const { return column.size(); }
    bool operator==(const SparseMatrix&) const = default;
};

/// Compresses entries in any order. Those at one place are added, in the order in which they come; without values,
/// each counts 1 and those at one place are one entry. `name` begins the message. Throws sort::OverLimit where memory
/// does not suffice for the rows.
SparseMatrix compressed(const std::string& name, const SparseEntries& entries);

/// Returns the entries row by row, with their values.
SparseEntries entries_of(const SparseMatrix& matrix);

/// `name` as of compressed().
SparseMatrix transposed(const std::string& name, const SparseMatrix& matrix);

/// Sets all values to random ones from [0.5, 1.5).
void draw_values(SparseMatrix& matrix, uint64_t seed);

/// Returns "row 3, column 5: 1.5 is there, 1.25 expected": the first place in which the two differ, to the bit,
/// though any NaN equals any other; "" where there is none.
std::string first_difference(const SparseMatrix& found, const SparseMatrix& expected);

}  // namespace app
