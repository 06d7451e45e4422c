// On a GPU: the scan with visitors.
#include "tests/sort/visitor_scan_suite.h"

#include "tests/gpu/cuda_fixture.h"

namespace {

/// Launches a kernel of the suite.
struct Launch {
    template <class... Parameters, class... Arguments>
    void operator()(void (*kernel)(Parameters...), uint32_t blocks, uint32_t threads,
                    Arguments... arguments) const {
        kernel<<<blocks, threads>>>(arguments...);
        sort::check(cudaDeviceSynchronize());
    }
};

using VisitorScan = testing_worlds::Cuda;

TEST_F(VisitorScan, groups_items_by_two_bins) {
    visitor_scan_suite::groups_items_of_every_source<2>(Launch());
}
TEST_F(VisitorScan, groups_items_by_eight_bins) {
    visitor_scan_suite::groups_items_of_every_source<8>(Launch());
}
TEST_F(VisitorScan, groups_items_by_32_bins) {
    visitor_scan_suite::groups_items_of_every_source<32>(Launch());
}
TEST_F(VisitorScan, scans_a_table_of_two_rounds) {
    visitor_scan_suite::scans_a_table_of_two_rounds(Launch());
}

}  // namespace
