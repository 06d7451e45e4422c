// The work of Polok's figure 5: keys that come out of a sparse matrix product. Only where entries are
// matters, so matrices are patterns here.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// Compressed columns: the rows of column c are row[begin[c]] .. row[begin[c + 1]], ascending.
struct SparsePattern {
    std::string name;
    uint32_t rows = 0, columns = 0;
    std::vector<uint64_t> begin;  // columns + 1
    std::vector<uint32_t> row;

    uint64_t entries() const { return row.size(); }
};

/// Makes a pattern from (row, column) entries in any order; entries that are there twice count once.
SparsePattern make_pattern(const std::string& name, uint32_t rows, uint32_t columns,
                           std::vector<std::pair<uint32_t, uint32_t>> entries);

/// A Matrix Market file's pattern, named by the file without its folder; columns without entries are left
/// out, since they make no products. Throws BadFile, and sort::OverLimit for more rows than keys of 32 bits
/// can name.
SparsePattern read_pattern(const std::string& path);

/// The patterns of a file, or of all .mtx files in a folder, by name.
struct ReadPatterns {
    std::vector<SparsePattern> patterns;
    std::vector<std::string> left_out;  // files of a folder with too many rows, one sentence each
};

/// Throws as read_pattern() does, but for too many rows in a file of a folder; BadFile for a folder without any.
ReadPatterns read_patterns(const std::string& path);

SparsePattern transposed(const SparsePattern& pattern);

/// The five-point Laplacian of a side x side grid.
SparsePattern poisson_matrix(uint32_t side);

/// `a_row` entries in each row at random places within `half_band` of the diagonal, which is always there.
SparsePattern banded_matrix(uint32_t rows, uint32_t half_band, uint32_t a_row, uint64_t seed);

/// Dense blocks along the diagonal, bordered by dense rows and columns: the shape of a system of poses and
/// landmarks. The border sees every `stride`-th block.
SparsePattern arrow_matrix(uint32_t blocks, uint32_t block, uint32_t border, uint32_t stride);

/// Keys of the partial products of a times its transpose, in the order in which they are made: for each
/// column of the transpose, each of its entries k, each entry (i, k) of a. A key is column * rows + row of
/// its destination (Polok, section 5). Stops behind the column that reaches `most`. Throws
/// std::invalid_argument when rows * rows does not fit into 32 bits.
std::vector<uint32_t> product_keys(const SparsePattern& a, uint64_t most);

/// How many partial products a times its transpose has.
uint64_t product_count(const SparsePattern& a);

/// The matrices that are used when no file is given, small to large, none with many more than `most`
/// products.
std::vector<SparsePattern> made_matrices(uint64_t most, uint64_t seed);

}  // namespace app
