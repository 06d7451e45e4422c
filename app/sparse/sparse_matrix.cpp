#include "app/sparse/sparse_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "sort/base/host_memory.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

SparseMatrix empty_matrix(const std::string& name, uint32_t rows, uint32_t columns, uint64_t entries) {
    sort::require_host_memory(name + " needs", (uint64_t{rows} + 1) * 8 + entries * 32);
    SparseMatrix matrix;
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.begin.assign(uint64_t{rows} + 1, 0);
    return matrix;
}

std::string place_text(uint32_t row, uint32_t column) {
    return "row " + std::to_string(uint64_t{row} + 1) + ", column " + std::to_string(uint64_t{column} + 1) +
           ": ";
}

bool same_value(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string value_text(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

}  // namespace

SparseMatrix compressed(const std::string& name, const SparseEntries& entries) {
    SparseMatrix matrix = empty_matrix(name, entries.rows, entries.columns, entries.entries.size());
    std::vector<size_t> order(entries.entries.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return entries.entries[a] < entries.entries[b]; });
    for (size_t i = 0; i < order.size(); ++i) {
        const auto [row, column] = entries.entries[order[i]];
        const bool again = i > 0 && entries.entries[order[i - 1]] == entries.entries[order[i]];
        if (!again) {
            matrix.column.push_back(column);
            matrix.values.push_back(entries.values.empty() ? 1 : entries.values[order[i]]);
            ++matrix.begin[uint64_t{row} + 1];
        } else if (!entries.values.empty()) {
            matrix.values.back() += entries.values[order[i]];
        }
    }
    std::partial_sum(matrix.begin.begin(), matrix.begin.end(), matrix.begin.begin());
    return matrix;
}

SparseEntries entries_of(const SparseMatrix& matrix) {
    SparseEntries entries{matrix.rows, matrix.columns, {}, matrix.values};
    entries.entries.reserve(matrix.entries());
    for (uint32_t row = 0; row < matrix.rows; ++row) {
        for (uint64_t at = matrix.begin[row]; at < matrix.begin[row + 1]; ++at)
            entries.entries.push_back({row, matrix.column[at]});
    }
    return entries;
}

SparseMatrix transposed(const std::string& name, const SparseMatrix& matrix) {
    SparseMatrix to = empty_matrix(name, matrix.columns, matrix.rows, matrix.entries());
    for (const uint32_t column : matrix.column) ++to.begin[uint64_t{column} + 1];
    std::partial_sum(to.begin.begin(), to.begin.end(), to.begin.begin());
    std::vector<uint64_t> next(to.begin.begin(), to.begin.end() - 1);
    to.column.resize(matrix.entries());
    to.values.resize(matrix.entries());
    for (uint32_t row = 0; row < matrix.rows; ++row) {
        for (uint64_t at = matrix.begin[row]; at < matrix.begin[row + 1]; ++at) {
            const uint64_t place = next[matrix.column[at]]++;
            to.column[place] = row;
            to.values[place] = matrix.values[at];
        }
    }
    return to;
}

void draw_values(SparseMatrix& matrix, uint64_t seed) {
    for (size_t i = 0; i < matrix.values.size(); ++i)
        matrix.values[i] = 0.5 + double(sort::random_number(seed, i) >> 11) * 0x1p-53;
}

std::string first_difference(const SparseMatrix& found, const SparseMatrix& expected) {
    if (found.rows != expected.rows || found.columns != expected.columns) return "another size";
    for (uint32_t row = 0; row < found.rows; ++row) {
        uint64_t a = found.begin[row], b = expected.begin[row];
        for (; a < found.begin[row + 1] || b < expected.begin[row + 1]; ++a, ++b) {
            const bool has_a = a < found.begin[row + 1], has_b = b < expected.begin[row + 1];
            if (!has_b || (has_a && found.column[a] < expected.column[b]))
                return place_text(row, found.column[a]) + "an entry is there, none expected";
            if (!has_a || expected.column[b] < found.column[a])
                return place_text(row, expected.column[b]) + "no entry is there, one expected";
            if (!same_value(found.values[a], expected.values[b])) {
                return place_text(row, found.column[a]) + value_text(found.values[a]) + " is there, " +
                       value_text(expected.values[b]) + " expected";
            }
        }
    }
    return "";
}

}  // namespace app
