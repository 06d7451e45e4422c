// The scan with visitors, emulated: every order of threads and blocks.
#include "tests/sort/visitor_scan_suite.h"

#include "tests/emu/emu_cases.h"

namespace {

/// Launches a kernel of the suite.
struct Launch {
    template <class... Parameters, class... Arguments>
    void operator()(void (*kernel)(Parameters...), uint32_t blocks, uint32_t threads,
                    Arguments... arguments) const {
        emu::launcher("visitor scan", emu::Site::current(), kernel, blocks, threads, 0)(arguments...);
    }
};

class VisitorScan : public testing::TestWithParam<emu::Order> {
protected:
    void SetUp() override { emu::set_order(GetParam(), 5); }
    void TearDown() override { emu::set_order(emu::Order::mixed, 1); }
};

TEST_P(VisitorScan, groups_items_by_two_bins) {
    visitor_scan_suite::groups_items_of_every_source<2>(Launch());
}
TEST_P(VisitorScan, groups_items_by_eight_bins) {
    visitor_scan_suite::groups_items_of_every_source<8>(Launch());
}
TEST_P(VisitorScan, scans_a_table_of_two_rounds) {
    visitor_scan_suite::scans_a_table_of_two_rounds(Launch());
}

INSTANTIATE_TEST_SUITE_P(, VisitorScan,
                         testing::Values(emu::Order::forward, emu::Order::reverse, emu::Order::shuffled));

}  // namespace
