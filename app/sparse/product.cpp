// Checks what both backends need, and makes the product on the CPU.
#include "app/sparse/product.h"

#include <stdexcept>

#include "app/measure/sort_memory.h"
#include "app/sparse/product_by.h"
#include "sim/exec/exec_cpu.h"
#include "sort/base/numbers.h"
#include "sort/core/memory_space.h"

namespace app {
namespace {

SortNeeds needs_of(const SparseMatrix& a, const SparseMatrix& b, const ProductShape& shape,
                   const sort::Engine& engine, const sort::EngineConfig& config) {
    const auto n = uint32_t(shape.products);
    uint64_t own = shape.bytes() + 24 * (a.entries() + b.entries());
    if (shape.wide_keys())
        own += 12 * shape.products + (engine.wide_bytes ? engine.wide_bytes(n, config) : 0);
    SortNeeds needs;
    (engine.backend == sort::Backend::cuda ? needs.device_bytes : needs.host_bytes) = own;
    needs.add_engine(engine, config, n);
    return needs;
}

}  // namespace

std::unique_ptr<SparseProduct> make_product(const SparseMatrix& a, const SparseMatrix& b,
                                            const ProductConfig& config) {
    const ProductShape shape = shape_of(a, b);
    const sort::Engine* const engine = sort::find_engine(config.engine);
    if (!engine || !engine->stable)
        throw std::invalid_argument("a product needs a stable engine; '" + config.engine + "' is none");
    require_memory("a product with " + sort::grouped(shape.products) + " products of two entries",
                   needs_of(a, b, shape, *engine, config.engine_config), sort::current_device());
    if (engine->backend == sort::Backend::cuda) return make_cuda_product(a, b, shape, config);
    const auto use_stream = +[](sim::CpuExec& exec, sort::Stream) { exec.take_log(); };  // there is one clock
    return make_product_by(std::make_unique<sim::CpuExec>(config.engine_config.threads), use_stream, a, b,
                           shape, config);
}

}  // namespace app
