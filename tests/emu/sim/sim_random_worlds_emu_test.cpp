// Random scene files, emulated: a few, with few bodies. RANDOM_WORLDS=FIRST,COUNT takes others.
#include <cstdlib>

#include "tests/sim/random_worlds_suite.h"

namespace {

TEST(EmulatedRandomWorlds, are_refused_or_have_the_bits_of_the_cpu) {
    unsigned long long first = 100, count = 2 * sim::spawners().size();  // each spawn function twice
    const char* other = std::getenv("RANDOM_WORLDS");
    if (other) std::sscanf(other, "%llu,%llu", &first, &count);
    const random_worlds::Tally tally = random_worlds::expect_refused_or_right(
        first, count,
        {.most_bodies = 150, .most_with_meshes = 12, .steps = 16, .most_ground_bytes = 1 << 22});
    if (other) return;
    EXPECT_GE(tally.run, 10);
    EXPECT_GE(tally.refused, 3);
    EXPECT_GE(tally.bounded, 2);
}

}  // namespace
