// Lengths up to two tiles of every emulated engine: all near borders, else a seventh, which has every
// remainder of a warp. sort_cuda_engines_slow_test sorts all of them.
#include "tests/emu/emulated_memory.h"
#include "tests/sort/sort_engine_suite_lengths.h"
#include "tests/sort/sort_engine_suite_near_sorted.h"

namespace suite {

Scale scale() {
    Scale scale;
    scale.length_step = 7;
    scale.largest = 1 << 18;
    scale.blocks = {3, 6, 12, 13, 24};
    return scale;
}

}  // namespace suite
