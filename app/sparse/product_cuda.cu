// The sparse product on the CUDA backend.
#include <algorithm>

#include "app/sparse/product_by.h"
#include "sim/exec/exec_cuda.cuh"

namespace app {

std::unique_ptr<SparseProduct> make_cuda_product(const SparseMatrix& a, const SparseMatrix& b,
                                                 const ProductShape& shape, const ProductConfig& config) {
    auto exec = std::make_unique<sim::CudaExec>();
    exec->reserve_scan(uint32_t(std::max(shape.products, a.entries())));
    const auto use_stream = +[](sim::CudaExec& its, sort::Stream stream) { its.work_on(stream); };
    return make_product_by(std::move(exec), use_stream, a, b, shape, config);
}

}  // namespace app
