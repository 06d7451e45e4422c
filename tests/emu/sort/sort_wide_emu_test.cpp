// Keys of 64 bits, with the kernels emulated.
#include "tests/emu/profile.h"
#include "tests/sort/sort_wide_suite.h"

namespace wide_suite {

std::string skip_reason() { return ""; }
std::vector<uint32_t> counts() { return {700, 5000, 40001}; }
uint32_t patterns() {
#ifdef SWEEPLAB_SANITIZED
    return 40;
#else
    return 300;
#endif
}

/// Keys of which 1,070 agree in the upper digits, and lie around the border of two tiles of 2,048: more pairs come into
/// the second than it has room for.
TEST_F(WideSort, goes_on_with_all_digits_where_few_did_not_part_the_keys) {
    if (std::string(emu::profile().name) != "small") GTEST_SKIP() << "skipped: not the small device";
    const uint32_t count = 40001, group = 1070;
    prepare(count);
    std::mt19937_64 random(3);
    Keys keys(count);
    const uint64_t at = (10 * 2048 - group / 2) * (~0ull / (count - group)) >> 40 << 40;
    for (uint32_t i = 0; i < count; ++i) keys[i] = i < group ? at | random() >> 24 : random();
    std::shuffle(keys.begin(), keys.end(), random);
    EXPECT_EQ(check(keys, "a group"), "full sort");
    EXPECT_GT(report_now_.passes_run, 8u) << "three digits, then all";
}

}  // namespace wide_suite
