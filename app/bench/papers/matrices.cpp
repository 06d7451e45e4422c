// Made matrices and the keys of their products.
#include "app/bench/papers/matrices.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/io/matrix_market.h"
#include "app/sparse/made_matrices.h"
#include "sort/base/errors.h"

namespace app {
namespace {

using Entry = std::pair<uint32_t, uint32_t>;  // row, column

constexpr uint32_t kMostRows = 65536;  // rows * rows keys fit into 32 bits

std::string too_many_rows(const std::string& name, uint32_t rows) {
    return name + ": " + std::to_string(rows) + " rows; keys of 32 bits can name the places of at most " +
           std::to_string(kMostRows) + " rows and columns";
}

SparsePattern pattern_of(const std::string& name, SparseEntries places) {
    return make_pattern(name, places.rows, places.columns, std::move(places.entries));
}

}  // namespace

SparsePattern make_pattern(const std::string& name, uint32_t rows, uint32_t columns,
                           std::vector<Entry> entries) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.second != b.second ? a.second < b.second : a.first < b.first;
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    SparsePattern pattern{name, rows, columns, std::vector<uint64_t>(uint64_t{columns} + 1), {}};
    pattern.row.reserve(entries.size());
    for (const auto& [row, column] : entries) {
        ++pattern.begin[column + 1];
        pattern.row.push_back(row);
    }
    for (uint64_t c = 0; c < columns; ++c) pattern.begin[c + 1] += pattern.begin[c];
    return pattern;
}

SparsePattern read_pattern(const std::string& path) {
    SparseEntries file = read_matrix_market(path);
    if (file.rows > kMostRows) throw sort::OverLimit(too_many_rows(path, file.rows));
    std::vector<uint32_t> used;
    used.reserve(file.entries.size());
    for (const Entry& entry : file.entries) used.push_back(entry.second);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (Entry& entry : file.entries) {
        const auto place = std::lower_bound(used.begin(), used.end(), entry.second);
        entry.second = static_cast<uint32_t>(place - used.begin());
    }
    const auto columns = static_cast<uint32_t>(used.size());
    return make_pattern(std::filesystem::path(path).filename().string(), file.rows, columns,
                        std::move(file.entries));
}

ReadPatterns read_patterns(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_directory(path, error)) return {{read_pattern(path)}, {}};
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
        if (entry.path().extension() == ".mtx") files.push_back(entry.path().string());
    }
    if (error) throw BadFile(path + ": " + error.message());
    if (files.empty()) throw BadFile(path + ": a folder with .mtx files is expected; it has none");
    std::sort(files.begin(), files.end());
    ReadPatterns read;
    for (const std::string& file : files) {
        try {
            read.patterns.push_back(read_pattern(file));
        } catch (const sort::OverLimit& too_large) {
            read.left_out.push_back(too_large.what());
        }
    }
    if (read.patterns.empty()) throw sort::OverLimit(read.left_out.front());
    return read;
}

SparsePattern transposed(const SparsePattern& pattern) {
    std::vector<Entry> entries;
    entries.reserve(pattern.entries());
    for (uint32_t c = 0; c < pattern.columns; ++c) {
        for (uint64_t i = pattern.begin[c]; i < pattern.begin[c + 1]; ++i) {
            entries.push_back({c, pattern.row[i]});
        }
    }
    return make_pattern(pattern.name, pattern.columns, pattern.rows, std::move(entries));
}

SparsePattern poisson_matrix(uint32_t side) {
    return pattern_of("poisson " + std::to_string(side) + "x" + std::to_string(side), poisson_places(side));
}

SparsePattern banded_matrix(uint32_t rows, uint32_t half_band, uint32_t a_row, uint64_t seed) {
    return pattern_of("banded " + std::to_string(rows) + ", " + std::to_string(a_row) + " a row",
                      banded_places(rows, half_band, a_row, seed));
}

SparsePattern arrow_matrix(uint32_t blocks, uint32_t block, uint32_t border, uint32_t stride) {
    return pattern_of("arrow " + std::to_string(blocks) + " blocks of " + std::to_string(block),
                      arrow_places(blocks, block, border, stride));
}

uint64_t product_count(const SparsePattern& a) {
    // Entry (i, k) meets every entry of row k of the transpose, which is column k of a.
    uint64_t count = 0;
    for (uint32_t k = 0; k < a.columns; ++k) {
        const uint64_t height = a.begin[k + 1] - a.begin[k];
        count += height * height;
    }
    return count;
}

std::vector<uint32_t> product_keys(const SparsePattern& a, uint64_t most) {
    if (a.rows > kMostRows) {
        throw std::invalid_argument(too_many_rows(a.name, a.rows));
    }
    const SparsePattern b = transposed(a);
    std::vector<uint32_t> keys;
    keys.reserve(std::min(product_count(a), most));
    for (uint32_t column = 0; column < b.columns && keys.size() < most; ++column) {
        for (uint64_t at = b.begin[column]; at < b.begin[column + 1]; ++at) {
            const uint32_t k = b.row[at];
            for (uint64_t i = a.begin[k]; i < a.begin[k + 1]; ++i) {
                keys.push_back(column * a.rows + a.row[i]);
            }
        }
    }
    if (keys.size() > most) keys.resize(most);
    return keys;
}

std::vector<SparsePattern> made_matrices(uint64_t most, uint64_t seed) {
    std::vector<SparsePattern> made;
    const auto add = [&](uint64_t about, auto make) {
        if (about <= most) made.push_back(make());
    };
    // About 25 products a grid point, a_row squared a row, block squared an entry of a block.
    add(25 * 16 * 16, [] { return poisson_matrix(16); });
    add(25 * 64 * 64, [] { return poisson_matrix(64); });
    add(25 * 250 * 250, [] { return poisson_matrix(250); });
    add(16 * 4096, [&] { return banded_matrix(4096, 64, 4, seed); });
    add(64 * 16384, [&] { return banded_matrix(16384, 512, 8, seed); });
    add(256 * 60000, [&] { return banded_matrix(60000, 4096, 16, seed); });
    add(216 * 500, [] { return arrow_matrix(500, 6, 24, 2); });
    add(216 * 10000, [] { return arrow_matrix(10000, 6, 48, 4); });
    if (made.empty()) made.push_back(poisson_matrix(4));
    std::sort(made.begin(), made.end(), [](const SparsePattern& one, const SparsePattern& other) {
        return product_count(one) < product_count(other);
    });
    return made;
}

}  // namespace app
