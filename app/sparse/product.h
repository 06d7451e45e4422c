// The product of two sparse matrices by expand, sort, compress (N. Bell, S. Dalton, L. N. Olson: Exposing Fine-Grained
// Parallelism in Algebraic Multigrid Methods. SIAM Journal on Scientific Computing, 2012; the use that L. Polok,
// V. Ila, P. Smrz, 2014, made their sort for):
//
//   expand    each entry (i, k) of A meets each entry (k, j) of row k of B: a product for the place (i, j)
//   sort      the products by their place, one key of as few bits as row and column have; stable
//   compress  the products of one place are added, in the order in which they were made
//
// Example: A = (1 2; 0 3), B = (4 0; 5 6). Products: 1*4 for (0,0), 2*5 for (0,0), 2*6 for (0,1), 3*5 for (1,0), 3*6 for
// (1,1). Sums: 14 12; 15 18.
//
// All engines, backends and numbers of threads give the same bits: the sort is stable and each sum has one order.
// Bytes per product beside the sort's scratch: 28, and 4 or 8 for the key.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "app/sparse/sparse_matrix.h"
#include "sort/registry.h"

namespace app {

/// What is known of a product before it is made.
struct ProductShape {
    uint32_t rows = 0, columns = 0;
    uint64_t products = 0;              // of two entries
    int row_bits = 0, column_bits = 0;  // of a key: row << column_bits | column

    int key_bits() const { return row_bits + column_bits; }
    bool wide_keys() const { return key_bits() > 32; }                     // 64 bits each
    uint64_t bytes() const { return products * (wide_keys() ? 36 : 32); }  // beside the sort's
};

/// Throws std::invalid_argument where a has not as many columns as b has rows, sort::OverLimit for 2^31 products and
/// more, or as many entries.
ProductShape shape_of(const SparseMatrix& a, const SparseMatrix& b);

struct ProductConfig {
    std::string engine;  // stable; its backend is the product's
    sort::EngineConfig engine_config = {};
};

/// ms of the three parts: device time on cuda, the clock on cpu.
struct ProductTimes {
    double expand = 0, sort = 0, compress = 0;
    double total() const { return expand + sort + compress; }
};

class SparseProduct {
public:
    virtual ~SparseProduct() = default;

    /// Multiplies with the products in the order in which expand makes them or, after keep_order(), each at once at
    /// the place that the last sort gave it: while no entry comes or goes, the keys are in order before the sort, and
    /// an engine with an order check ends there.
    virtual ProductTimes multiply() = 0;

    /// Keeps the order of the last product for all later ones. Returns the ms that it took.
    virtual double keep_order() = 0;

    /// Makes later products start in the order of expand again.
    virtual void forget_order() = 0;

    /// Changes the values of the entries, not their places: as many as there were.
    virtual void set_values(const std::vector<double>& a, const std::vector<double>& b) = 0;

    /// Returns what the last sort did: no pass where its keys were in order and the engine checks that.
    virtual sort::Report last_sort() const = 0;

    /// Returns the last product. Sums that are 0 stay entries.
    virtual SparseMatrix result() const = 0;
};

/// On the current device. Throws sort::OverLimit where memory does not suffice, sort::Unavailable where the backend
/// cannot be used, std::invalid_argument as shape_of(), or for an engine that is not stable.
std::unique_ptr<SparseProduct> make_product(const SparseMatrix& a, const SparseMatrix& b,
                                            const ProductConfig& config);

/// Creates the product on cuda, after the checks of make_product(). Throws sort::Unavailable in a build without CUDA.
std::unique_ptr<SparseProduct> make_cuda_product(const SparseMatrix& a, const SparseMatrix& b,
                                                 const ProductShape& shape, const ProductConfig& config);

}  // namespace app
