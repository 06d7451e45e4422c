// A product measured: with the products in the order in which they are made, then with changed values, where the order
// of the last sort is kept; each result checked against a product by rows.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/sparse/made_matrices.h"
#include "app/sparse/product.h"

namespace app {

/// Factors, the same with changed values, and the products of both by rows: what runs with several engines share.
class CheckedFactors {
public:
    /// `factors` stay where they are. `seed`: of the changed values. Without `check` nothing is compared.
    explicit CheckedFactors(const Factors& factors, uint64_t seed = 1, bool check = true);

    const Factors& factors() const { return factors_; }
    const SparseMatrix& changed_a() const { return a_; }
    const SparseMatrix& changed_b() const { return b_; }
    /// Returns how `c` differs from the product, or from that of the changed values; "" where it does not. The first
    /// call of each multiplies by rows.
    std::string fault_of(const SparseMatrix& c, bool changed);

private:
    const Factors& factors_;
    SparseMatrix a_, b_;
    bool check_;
    std::optional<SparseMatrix> product_, changed_product_;
};

struct ProductRun {
    ProductShape shape;
    std::vector<ProductTimes> first, changed;   // in the order taken
    sort::Report first_sort{}, changed_sort{};  // of the last sample of each
    double keep_order_ms = 0;
    SparseMatrix c;       // of the values as given
    std::string fault{};  // "": equal to the product by rows, or not checked
};

/// Returns the median of each part; 0 of no samples.
ProductTimes median_of(const std::vector<ProductTimes>& samples);

/// `samples`: of each, after one that warms up. Throws as make_product(), and Interrupted.
ProductRun run_product(CheckedFactors& checked, const ProductConfig& config, int samples = 3);

}  // namespace app
