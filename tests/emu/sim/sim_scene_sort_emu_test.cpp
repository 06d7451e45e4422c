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
    for (const char* engine : {"bucketsort", "warpsort-index", "multiscan", "onesweep"})
        testing_worlds::expect_moments(engine, 3000, false);  // bucketsort: in one block
}

TEST(SceneSortEmulated, buckets_movers_and_windows_are_seen) {
    testing_worlds::expect_buckets("bucketsort", 12000);
    testing_worlds::expect_buckets("adaptive", 3000);
    testing_worlds::expect_movers("adaptive", 3200);
    testing_worlds::expect_windows("adaptive", 3200);
}

}  // namespace
