// The crew of the CPU: every piece of every loop is done once, and a loop sees what those before it have written.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sim/exec/crew.h"

namespace {

/// Loops over fewer and more items than a piece has, each of which adds what its neighbour had before.
void expect_right_sums(int helpers) {
    constexpr uint32_t kMost = 1000, kPhases = 3000;
    std::vector<uint64_t> items(kMost + 1, 1), before(kMost + 1), expected(kMost + 1, 1);
    sim::SharedLoop loop;
    std::vector<std::thread> threads;
    for (int k = 0; k < helpers; ++k) threads.emplace_back([&] { loop.help(); });
    const sim::CpuCrew crew{loop};
    for (uint32_t phase = 0; phase < kPhases; ++phase) {
        const uint32_t count = phase % 7 == 0 ? kMost : phase * 31 % kMost, grain = 1 + phase % 40;
        crew.each(
            kMost + 1, [&](uint32_t i) { before[i] = items[i]; }, 64);
        crew.each(
            count, [&](uint32_t i) { items[i] += before[i + 1] % 1000; }, grain);
        std::vector<uint64_t> old = expected;
        for (uint32_t i = 0; i < count; ++i) expected[i] += old[i + 1] % 1000;
    }
    loop.end();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(items, expected) << helpers << " helpers";
}

TEST(CpuCrew, does_each_item_once_with_any_number_of_helpers) {
    for (const int helpers : {0, 1, 2, 5}) expect_right_sums(helpers);
}

TEST(CpuCrew, cuts_long_loops_into_as_many_pieces_as_it_can_count) {
    std::vector<uint8_t> done(200000);
    sim::SharedLoop loop;
    std::thread helper([&] { loop.help(); });
    sim::CpuCrew{loop}.each(
        done.size(), [&](uint32_t i) { ++done[i]; }, 1);
    loop.end();
    helper.join();
    EXPECT_EQ(std::count(done.begin(), done.end(), 1), int64_t(done.size()));
}

TEST(CpuCrew, throws_what_is_thrown_between_its_loops) {
    EXPECT_THROW(sim::call_crew(2, [](const sim::CpuCrew&) { throw std::runtime_error("over"); }),
                 std::runtime_error);
}

}  // namespace
