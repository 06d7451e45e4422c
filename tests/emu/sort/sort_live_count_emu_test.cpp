// Counts on the device, with the kernels emulated.
#include "tests/emu/launch.h"
#include "tests/sort/sort_live_count_suite.h"

namespace live_count {

std::string skip_reason() { return ""; }
std::vector<uint32_t> capacities() { return {5000, 50001}; }

/// Threads shuffled, and what a block stores seen late by the others.
TEST_P(LiveCount, sorts_with_late_stores) {
    LiveSort<uint32_t> sort(*GetParam(), 9001, sort::KeyType::u32);
    emu::set_late_stores(true);
    emu::set_order(emu::Order::shuffled, 2);
    for (const uint32_t live : {9001u, 5001u, 1u, 0u}) sort.check(live, Input::random, true);
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

}  // namespace live_count
