// Stands for the sparse product on the CUDA backend in a build without CUDA, which has no engine of it.
#include "app/sparse/product.h"
#include "sort/base/errors.h"

namespace app {

std::unique_ptr<SparseProduct> make_cuda_product(const SparseMatrix&, const SparseMatrix&,
                                                 const ProductShape&, const ProductConfig&) {
    throw sort::Unavailable("built without CUDA");
}

}  // namespace app
