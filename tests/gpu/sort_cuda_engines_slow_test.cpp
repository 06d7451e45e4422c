// Every CUDA engine through the whole shared suite, and arrays of millions, on the GPU.
#include "tests/gpu/suite_memory.h"
#include "tests/sort/sort_engine_suite.h"

namespace suite {

std::vector<const sort::Engine*> engines_under_test() { return cuda_engines(); }

Scale scale() {
    Scale scale;
    scale.repeats = 200;
    add_grids(scale, {1, 4});
    return scale;
}

TEST_P(SortEngine, sorts_millions) {
    const uint32_t most = (1u << 24) + 5;
    prepare(most);
    for (const uint32_t count : {(1u << 21) - 1, 3u * 1000 * 1000}) {
        for (const char* input : {"uniform", "few:1000", "swaps:2"}) check(made(input, count), input);
        if (HasFatalFailure()) return;
    }
    check(made("uniform", most), "uniform");  // once: the host needs seconds for the reference
}

}  // namespace suite
