// A product measured: with the products in the order in which they are made, then with changed values, where the order
// of the last sort is kept; each result checked against a product by rows.
#pragma once
#include <string>
#include <vector>

#include "app/sparse/made_matrices.h"
#include "app/sparse/product.h"

namespace app {

struct ProductRunOptions {
    int samples = 3;    // of each, after one that warms up
    bool check = true;  // against multiply_by_rows()
    uint64_t seed = 1;  // of the changed values
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

/// Throws as make_product(), and Interrupted.
ProductRun run_product(const Factors& factors, const ProductConfig& config, const ProductRunOptions& options);

}  // namespace app
