// On a GPU: what is read of a world's sort is what the CPU reads.
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/scene_sort_suite.h"

namespace {

class SceneSortOnCuda : public testing_worlds::Cuda {};

TEST_F(SceneSortOnCuda, is_the_sort_of_the_cpu) {
    for (const char* broad_phase : {"sweep", "columns", "endpoint"})
        testing_worlds::expect_one_sort(broad_phase, 20000);
}

TEST_F(SceneSortOnCuda, strips_are_those_of_the_cpu) {
    for (const char* broad_phase : {"sweep", "columns", "endpoint"})
        testing_worlds::expect_one_strip(broad_phase, 20000);
}

TEST_F(SceneSortOnCuda, moments_of_digit_engines_are_their_passes) {
    for (const char* engine : {"fourway", "eightway", "sixteenway", "reghist", "satish"})
        testing_worlds::expect_moments(engine, 1 << 20, true);
}

TEST_F(SceneSortOnCuda, buckets_movers_and_windows_are_seen) {
    for (const uint32_t count : {20000u, 200000u, 1u << 20}) {
        testing_worlds::expect_buckets("bucketsort", count);
        testing_worlds::expect_buckets("adaptive", count);
        testing_worlds::expect_movers("adaptive", count);
        testing_worlds::expect_windows("adaptive", count);
    }
}

}  // namespace
