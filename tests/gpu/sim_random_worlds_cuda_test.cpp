// Random scene files on a CUDA device: 200 of them, with up to 20,000 bodies. RANDOM_WORLDS=FIRST,COUNT takes others.
#include <cstdlib>

#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/random_worlds_suite.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, random_worlds_are_refused_or_have_the_bits_of_the_cpu) {
    unsigned long long first = 1000, count = 200;
    const char* other = std::getenv("RANDOM_WORLDS");
    if (other) std::sscanf(other, "%llu,%llu", &first, &count);
    const random_worlds::Tally tally = random_worlds::expect_refused_or_right(
        first, count,
        {.most_bodies = 20000, .most_with_meshes = 200, .steps = 200, .most_ground_bytes = 1 << 26});
    if (other) return;
    EXPECT_GE(tally.run, 30);
    EXPECT_GE(tally.bounded, 6);
}

}  // namespace
