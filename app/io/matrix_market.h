// Matrix Market files (.mtx), coordinate format: where the entries of a sparse matrix are. What the entries
// are worth is checked and passed over: the program sorts places.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

struct SparseEntries {
    uint32_t rows = 0, columns = 0;
    std::vector<std::pair<uint32_t, uint32_t>> entries;  // row, column from 0, in the order of the file;
                                                         // the mirrored one follows its original
};

/// real, integer, pattern or complex; general, symmetric, skew-symmetric or hermitian, of which the half that
/// the file leaves out is filled in. `path` is for messages. Throws BadFile with the line.
SparseEntries parse_matrix_market(std::string_view text, const std::string& path);

/// Throws BadFile: missing, unreadable, wrong. "-" is stdin.
SparseEntries read_matrix_market(const std::string& path);

}  // namespace app
