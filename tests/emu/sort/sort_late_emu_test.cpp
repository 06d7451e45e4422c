// Engines where what a block stores comes late to others: results do not depend on stores that no fence, no barrier of
// the grid and no end of a kernel has announced.
#include "tests/emu/emulated_memory.h"

namespace suite {

Scale scale() { return {}; }

namespace {

class LateStores : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        const std::string refusal = sort::refusal_of(*GetParam(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
        emu::set_late_stores(true);
    }
    void TearDown() override {
        emu::set_late_stores(false);
        emu::set_order(emu::Order::mixed, 1);
    }
};

TEST_P(LateStores, change_no_result) {
    const sort::Engine& engine = *GetParam();
    constexpr uint32_t count = 9001;
    const auto sorter = sort::make_sorter(engine, count);
    EmulatedMemory memory(count + 2 * kGuards + 4);
    const Words ascending = each(count, [](uint32_t i) { return 3 * i; });
    const Words one_exchange = with_exchange(ascending, count / 2, count / 2 + 1);
    for (const emu::Order order : {emu::Order::forward, emu::Order::shuffled}) {
        for (const uint64_t seed : {1, 2}) {
            emu::set_order(order, seed);
            for (const Case& what : {Case{made("uniform", count, seed), "uniform"},
                                     Case{ascending, "ascending"}, Case{one_exchange, "one exchange"}})
                EXPECT_EQ(complaint(engine, *sorter, memory, what), "") << what.text() << ", seed " << seed;
            if (order == emu::Order::forward) break;
        }
    }
}

/// By digits, where blocks look back at each other's tiles and wait for the grid.
TEST(LateWords, change_no_result_of_a_cooperative_look_back) {
    constexpr uint32_t kCount = 70'001;
    emu::set_late_stores(true);
    for (const char* name : {"adaptive", "bucketsort"}) {
        const sort::Engine& engine = *sort::find_engine(name);
        if (!sort::refusal_of(engine, -1).empty()) continue;  // on a device named by hand
        const auto sorter = sort::make_sorter(engine, kCount);
        EmulatedMemory memory(kCount + 2 * kGuards + 4);
        emu::set_order(emu::Order::shuffled, 3);
        EXPECT_EQ(complaint(engine, *sorter, memory, {made("uniform", kCount, 1), name, {.end_bit = 16}}),
                  "");
    }
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

INSTANTIATE_TEST_SUITE_P(engines, LateStores, testing::ValuesIn(engines_under_test()), engine_test_name);

}  // namespace
}  // namespace suite
