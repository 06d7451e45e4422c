// Every CUDA engine through the shared suite, and one array of millions, on the GPU; sort_cuda_engines_slow_test has
// more.
#include "tests/gpu/suite_memory.h"
#include "tests/sort/sort_engine_suite.h"

namespace suite {

std::vector<const sort::Engine*> engines_under_test() { return cuda_engines(); }

Scale scale() {
    Scale scale;
    // Lengths at borders, and some between: every sort is waited for, and beside other programs each waits its turn.
    scale.length_step = 97;
    scale.short_step = 11;
    scale.largest = 1 << 18;
    add_grids(scale, {1, 2});
    return scale;
}

/// One kind of input in one length, and by the next engine others: what the host sorts for comparison takes seconds.
TEST_P(SortEngine, sorts_millions) {
    const uint32_t counts[] = {(1u << 22) + 5, (1u << 21) - 1, 3000000};
    const char* const inputs[] = {"uniform", "few:1000", "swaps:2"};
    const auto engines = engines_under_test();
    const size_t engine = std::find(engines.begin(), engines.end(), GetParam()) - engines.begin();
    const uint32_t count = counts[engine % 3];
    const char* const input = inputs[engine / 3 % 3];
    prepare(count);
    check(made(input, count), input);
}

}  // namespace suite
