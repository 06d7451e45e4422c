// Every CUDA engine through the whole shared suite, and arrays of millions, on the GPU.
#include "tests/gpu/suite_memory.h"
#include "tests/sort/sort_engine_suite.h"

namespace suite {

std::vector<const sort::Engine*> engines_under_test() { return cuda_engines(); }

Scale scale() {
    Scale scale;
    scale.largest = 1 << 22;
    scale.repeats = 200;
    add_grids(scale, {1, 2, 4, 8});
    return scale;
}

TEST_P(SortEngine, sorts_millions) {
    prepare((1u << 24) + 5);
    for (const uint32_t count : {(1u << 21) - 1, 3u * 1000 * 1000, (1u << 24) + 5}) {
        check(made("uniform", count), "uniform");
        check(made("few:1000", count), "few:1000");
        check(made("swaps:2", count), "swaps:2");
        if (HasFatalFailure()) return;
    }
}

}  // namespace suite
