// A test that crashes says where.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace {

#ifdef SWEEPLAB_SAYS_WHERE  // else by the sanitizers' runtime, in its own words
__attribute__((noinline)) void has_nothing_at(const volatile int* place) { place[0]; }

TEST(CrashDeathTest, names_the_test_and_the_functions) {
    EXPECT_DEATH(
        has_nothing_at(nullptr),
        "Segmentation fault in CrashDeathTest.names_the_test_and_the_functions.*has_nothing_at.*main");
}
TEST(CrashDeathTest, names_the_library_and_who_has_called_it) {
    const char* volatile none = nullptr;
    EXPECT_DEATH(EXPECT_NE(std::strlen(none), 0u), "Segmentation.*libc.*CrashDeathTest_names_the_library");
}
TEST(CrashDeathTest, names_the_test_where_a_null_function_is_called) {
    void (*volatile none)() = nullptr;
    EXPECT_DEATH(none(), "Segmentation fault in CrashDeathTest.names_the_test_where");
}
TEST(CrashDeathTest, names_who_has_ended_the_program) {
    EXPECT_DEATH(std::abort(), "Aborted in CrashDeathTest.names_who.*CrashDeathTest_names_who");
}
#endif

}  // namespace
