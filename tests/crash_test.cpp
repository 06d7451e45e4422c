// A test that crashes says where.
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

__attribute__((noinline)) void has_nothing_at(const volatile int* place) { place[0]; }

#ifdef SWEEPLAB_SAYS_WHERE  // else by the sanitizers' runtime, in its own words
TEST(CrashDeathTest, names_the_test_and_the_functions) {
    EXPECT_DEATH(
        has_nothing_at(nullptr),
        "Segmentation fault in CrashDeathTest.names_the_test_and_the_functions.*has_nothing_at.*main");
}
TEST(CrashDeathTest, names_who_has_ended_the_program) {
    EXPECT_DEATH(std::abort(), "Aborted in CrashDeathTest.names_who.*CrashDeathTest_names_who");
}
#endif

}  // namespace
