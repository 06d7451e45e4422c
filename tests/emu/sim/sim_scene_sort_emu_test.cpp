// The kernels and copies that read a world's sort, on emulated threads.
#include "tests/sim/scene_sort_suite.h"

namespace {

TEST(SceneSortEmulated, is_the_sort_of_the_cpu) {
    for (const char* broad_phase : {"sweep", "columns", "endpoint"})
        testing_worlds::expect_one_sort(broad_phase, 300);
}

TEST(SceneSortEmulated, strips_are_those_of_the_cpu) {
    for (const char* broad_phase : {"sweep", "columns", "endpoint"})
        testing_worlds::expect_one_strip(broad_phase, 300);
}

TEST(SceneSortEmulated, moments_of_digit_engines_are_their_passes) {
    for (const char* engine : {"fourway", "eightway", "sixteenway", "reghist", "satish"})
        testing_worlds::expect_moments(engine, 3000, true);
}

TEST(SceneSortEmulated, engines_whose_passes_are_not_seen_show_both_ends) {
    for (const char* engine : {"bucketsort", "adaptive", "warpsort-index", "multiscan", "onesweep"})
        testing_worlds::expect_moments(engine, 3000, false);
}

}  // namespace
