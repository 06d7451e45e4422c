// Keys of 64 bits, with the kernels emulated.
#include "tests/emu/launch.h"
#include "tests/emu/profile_devices.h"
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

/// One digit parts so few keys; where the device is small enough, they have tiles of the usual size.
TEST_F(WideSort, brings_back_what_one_digit_has_put_in_order) {
    emu::Profile device = emu::named_profile("small");
    device.processors = device.blocks = 1;
    const emu::OnDevice on(device);
    const uint32_t count = 2303;
    prepare(count);
    EXPECT_EQ(check(exchanged_halves(count), "halves"), "full sort");
    EXPECT_EQ(report_now_.passes_run, 1u);
    check(exchanged_halves(count), "halves, keys alone", {.values = false});
    graph_ = {};
    sorter_.reset();
}

/// Threads shuffled, and what a block stores seen late by the others.
TEST_P(WideEngines, sort_with_late_stores) {
    const uint32_t count = 5001;
    emu::set_late_stores(true);
    prepare(count);
    emu::set_order(emu::Order::shuffled, 1);
    check(random_keys(count, 1), "random");
    check(nearly_sorted(count, 20, 1), "nearly sorted", {sort::KeyType::f64});
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

TEST_P(WideEngines, sort_on_devices_that_people_own_or_say_why_not) {
    for (const char* name : emu::kDevices) {
        SCOPED_TRACE(name);
        const emu::OnDevice on(emu::device_of(name));
        if (!emu::profile().cooperative && engine_ != "onesweep") {
            EXPECT_NE(refusal(), "");
            continue;
        }
        ASSERT_EQ(refusal(), "");
        if (!sort::make_wide_sorter_or_none(engine(), 9001)) {
            EXPECT_STREQ(name, "laptop_that_cooperates");
            EXPECT_NE(engine_, "onesweep") << "whose tiles are small enough";
            continue;
        }
        prepare(9001);
        check(random_keys(9001, 1), "random");
        check(random_keys(9001, 2), "random", {.type = sort::KeyType::f64, .in_graph = true});
        graph_ = {};
        sorter_.reset();
    }
}

}  // namespace wide_suite
