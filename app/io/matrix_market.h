// Matrix Market files (.mtx), coordinate format: the entries of a sparse matrix, with their values where these are
// requested, or their places alone.
#pragma once
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

struct SparseEntries {
    uint32_t rows = 0, columns = 0;
    std::vector<std::pair<uint32_t, uint32_t>> entries;  // row, column from 0, in the order of the file;
                                                         // the mirrored one follows its original
    std::vector<double> values = {};  // one per entry, or none: only the places were requested
};

enum class MatrixValues {
    checked,  // and left out: any number of any field will do
    kept      // finite numbers; 1 for each entry of a pattern; complex ones, also hermitian, are refused
};

/// real, integer, pattern or complex; general, symmetric, skew-symmetric or hermitian, of which the half that
/// the file leaves out is filled in, with the opposite value where it is skew-symmetric. `path` is for messages.
/// Throws BadFile with the line.
SparseEntries parse_matrix_market(std::string_view text, const std::string& path,
                                  MatrixValues values = MatrixValues::checked);

/// Throws BadFile: missing, unreadable, wrong. "-" is stdin.
SparseEntries read_matrix_market(const std::string& path, MatrixValues values = MatrixValues::checked);

/// Writes entries with values as `real general`; each value is read back as the same number.
void write_matrix_market(std::ostream& out, const SparseEntries& matrix);

}  // namespace app
