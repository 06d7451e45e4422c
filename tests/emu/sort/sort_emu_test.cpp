// Every CUDA engine that is not CUB's or Thrust's through the shared suite, its kernels emulated on the CPU.
#include "tests/emu/emulated_memory.h"
#include "tests/sort/sort_engine_suite.h"

namespace suite {

Scale scale() {
    Scale scale;
    scale.length_step = 137;  // a seventh of all in the slow test
    scale.short_step = 23;
    scale.medium = 7001;
    scale.largest = 1 << 14;  // 2^18 in the slow test
    scale.repeats = 6;
    scale.thorough = false;
    scale.blocks = {3, 6, 12};  // the emulated device holds 6 at once
#ifdef SWEEPLAB_SANITIZED       // the same kernels and borders, fewer lengths between them
    scale.length_step = 211;
    scale.short_step = 35;
    scale.repeats = 2;
#endif
    return scale;
}

TEST_P(SortEngine, allocates_no_more_than_it_said) {
    for (const uint32_t count : {0u, 1u, 100u, 5000u, 1000000u}) {
        const int64_t before = EmulatedMemory::allocated_bytes();
        const auto sorter = sort::make_sorter(*GetParam(), count);
        const int64_t taken = EmulatedMemory::allocated_bytes() - before;
        EXPECT_LE(taken, static_cast<int64_t>(GetParam()->bytes(count, {})) + 4096) << count;
        EXPECT_GE(taken * 2 + 100000, static_cast<int64_t>(GetParam()->bytes(count, {}))) << count;
    }
}

}  // namespace suite
