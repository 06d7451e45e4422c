// The size of a product, and which are refused.
#include <bit>
#include <stdexcept>

#include "app/sparse/product.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr uint64_t kMostProducts = (uint64_t{1} << 31) - 1;  // as many threads are started at once

int bits_of(uint32_t count) { return count < 2 ? 0 : std::bit_width(count - 1); }

std::string size_text(const SparseMatrix& matrix) {
    return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
}

void require_entries(const SparseMatrix& matrix) {
    if (matrix.entries() <= kMostProducts) return;
    throw sort::OverLimit(sort::grouped(matrix.entries()) + " entries; the limit is " +
                          sort::grouped(kMostProducts) + " (2^31 - 1)");
}

}  // namespace

ProductShape shape_of(const SparseMatrix& a, const SparseMatrix& b) {
    if (a.columns != b.rows) {
        throw std::invalid_argument("a matrix of " + size_text(a) + " times one of " + size_text(b) +
                                    ": as many rows as the first has columns expected");
    }
    require_entries(a);
    require_entries(b);
    ProductShape shape{a.rows, b.columns, 0, bits_of(a.rows), bits_of(b.columns)};
    for (const uint32_t inner : a.column) shape.products += b.begin[uint64_t{inner} + 1] - b.begin[inner];
    if (shape.products > kMostProducts) {
        throw sort::OverLimit("the product of these matrices has " + sort::grouped(shape.products) +
                              " products of two entries; the limit is " + sort::grouped(kMostProducts) +
                              " (2^31 - 1)");
    }
    return shape;
}

}  // namespace app
