// PairFinder on the device, and many boxes against the CPU.
#include "tests/sim/pair_finder_cuda_suite.h"

namespace pair_finder {

TEST_F(PairFinder, finds_the_pairs_that_the_cpu_finds_among_many_boxes) {
    const auto random = pair_cases::random_boxes(300000, 10, 40, 0.9f);
    EXPECT_EQ(sim::overlapping_pairs(random, {.backend = sort::Backend::cuda}),
              sim::overlapping_pairs(random, {.backend = sort::Backend::cpu}));
    const Boxes boxes(random);
    sim::PairFinder finder(300000);
    finder.find(boxes.data(), boxes.count(), stream());
    finder.reserve_pairs(finder.read_count(stream()));
    finder.find(boxes.data(), boxes.count(), stream());
    EXPECT_EQ(pairs_of(finder), sim::overlapping_pairs(random, {.backend = sort::Backend::cpu}));
}

}  // namespace pair_finder
