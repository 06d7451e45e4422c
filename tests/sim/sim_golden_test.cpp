// The golden hashes on the CPU (tests/gpu has those on CUDA).
#include "tests/sim/sim_golden.h"

TEST(Golden, hashes_of_the_built_in_scenes_with_every_engine) {
    testing_worlds::expect_golden_hashes(sim::Backend::cpu);
}
