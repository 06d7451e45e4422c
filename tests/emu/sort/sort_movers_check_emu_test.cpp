// The check of a repair by movers sees what blocks overlooked that are blind for each other's borders, and then
// nothing has been written. Emulated; the kernel is written as rewrite.py leaves it.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>

#include "sort/engines/adaptive/movers.cuh"
#include "sort/engines/adaptive/movers_model.h"
#include "tests/emu/emu_cases.h"
#include "tests/emu/profile_devices.h"

namespace {

namespace cg = cooperative_groups;
using Words = std::vector<uint32_t>;
constexpr uint32_t kThreads = 64, kItems = 2, kBlocks = 3, kTile = kThreads * kItems,
                   kCount = kBlocks * kTile, kMostIncoming = kTile / 4;

template <uint32_t kReach>
using Movers = sort::adaptive::Movers<kThreads, kItems, kReach, kMostIncoming>;

struct EmulatedGridBarrier {
    void operator()() const { cg::this_grid().sync(); }
};

struct Call {
    sort::adaptive::MoverArgs movers;
    sort::Pairs pairs;
    bool* repaired;
};

template <uint32_t kReach>
__global__ void movers_kernel(Call call) {
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ sort::adaptive::MoverShared shared;
    emu::fresh_shared(&shared, sizeof shared);
    Movers<kReach> movers(call.movers, call.pairs, sort::KeyBits{}, 0, words, shared);
    const bool repaired = movers.run(EmulatedGridBarrier{});
    if (blockIdx.x == 0 && threadIdx.x == 0) *call.repaired = repaired;
}

/// Whether the repair proved its result; keys and values are what it left, `removed` the places of the movers.
template <uint32_t kReach>
bool repairs(Words& keys, Words& values, Words* removed = nullptr) {
    const auto count = static_cast<uint32_t>(keys.size()), capacity = sort::adaptive::most_movers(count);
    const uint32_t blocks = count / kTile;
    std::vector<uint2> list(capacity);
    Words list_values(capacity);
    std::vector<sort::adaptive::MoverCounts> counts(2);
    std::vector<sort::adaptive::RemainderRecord> records(blocks);
    bool repaired = false;
    Call call{{list.data(), list_values.data(), counts.data(), records.data(), capacity, kTile},
              {keys.data(), values.data(), count},
              &repaired};
    void* arguments[] = {&call};
    constexpr size_t kBytes = Movers<kReach>::kWords * sizeof(uint32_t);
    cudaFuncSetAttribute(movers_kernel<kReach>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
    const auto kernel = emu::named("movers_kernel", movers_kernel<kReach>);
    EXPECT_EQ(cudaLaunchCooperativeKernel(kernel, blocks, kThreads, arguments, kBytes, nullptr), cudaSuccess);
    for (uint32_t i = 0; removed && i < counts[0].movers && i < list.size(); ++i)
        removed->push_back(list[i].y);
    return repaired;
}

Words ascending() {
    Words keys(kCount);
    for (uint32_t i = 0; i < kCount; ++i) keys[i] = 10 * i;
    return keys;
}

Words places() {
    Words values(kCount);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}

TEST(MoversCheck, sees_a_descent_between_tiles_that_their_blocks_do_not) {
    for (const uint32_t border : {kTile, 2 * kTile}) {
        Words keys = ascending(), values = places();
        std::swap(keys[border - 1], keys[border]);  // each tile by itself ascends
        const Words before = keys;
        EXPECT_FALSE(repairs<0>(keys, values)) << border;
        EXPECT_EQ(keys, before) << border;
        EXPECT_EQ(values, places()) << border;
        EXPECT_TRUE(repairs<32>(keys, values)) << border;
        EXPECT_EQ(keys, ascending()) << border;
    }
}

/// More into one tile than it has room for: nothing is written. Two tiles may take as many each.
TEST(MoversCheck, refuses_a_tile_that_overflows) {
    const emu::OnDevice server(emu::device_of("server"));  // it holds so many blocks
    constexpr uint32_t kMany = 32 * kTile;                 // pairs, so that so many movers are few enough
    struct Case {
        uint32_t to_one, to_other;
        bool repaired;
    };
    for (const Case& given : {Case{kMostIncoming, 0, true}, Case{kMostIncoming + 1, 0, false},
                              Case{kMostIncoming, kMostIncoming, true}, Case{1, kMostIncoming + 1, false}}) {
        Words keys(kMany), values(kMany);
        for (uint32_t i = 0; i < kMany; ++i) keys[i] = 10 * i;
        std::iota(values.begin(), values.end(), 0u);
        for (uint32_t i = 0; i < given.to_one + given.to_other; ++i) {
            const uint32_t place = i < given.to_one ? kMany - 7 : kMany - 2 * kTile - 7;
            keys[(i + 2) * (kMany / 100)] = 10 * place + i % 3;
        }
        Words expected = keys;
        const Words before = keys, places = values;
        std::stable_sort(expected.begin(), expected.end());
        EXPECT_EQ(repairs<32>(keys, values), given.repaired) << given.to_one << ' ' << given.to_other;
        EXPECT_EQ(keys, given.repaired ? expected : before) << given.to_one << ' ' << given.to_other;
        EXPECT_EQ(values == places, !given.repaired) << given.to_one << ' ' << given.to_other;
    }
}

TEST(MoversCheck, the_model_removes_what_the_kernel_does) {
    const sort::adaptive::RestPolicy policy{kTile, 32, kTile / 4};
    for (uint32_t seed = 0; seed < 40; ++seed) {
        Words keys = ascending(), values = places(), removed, expected;
        // Some pairs far from their places, alone and side by side, some near a border between tiles.
        const uint32_t from = seed * 37 % (kCount - 8), to = (seed * 101 + 60) % (kCount - 8);
        for (uint32_t k = 0; k <= seed % 3; ++k) std::swap(keys[from + k], keys[to + k]);
        if (seed % 4 == 0) std::swap(keys[kTile - 1], keys[2 * kTile + seed % 7]);
        const auto rounds = sort::adaptive::removal_rounds(keys, policy);
        const bool repaired = repairs<32>(keys, values, &removed);
        std::sort(removed.begin(), removed.end());
        for (uint32_t i = 0; rounds && i < kCount; ++i)
            if ((*rounds)[i] != 0) expected.push_back(i);
        ASSERT_EQ(repaired, rounds && expected.size() <= sort::adaptive::most_movers(kCount)) << seed;
        if (repaired) {
            EXPECT_EQ(removed, expected) << seed;
        }
    }
}

TEST(MoversCheck, passes_what_needs_no_look_over_the_border) {
    Words keys = ascending(), values = places();
    std::swap(keys[5], keys[kCount - 5]);
    EXPECT_TRUE(repairs<0>(keys, values));
    EXPECT_EQ(keys, ascending());
    EXPECT_EQ(values[5], kCount - 5);
}

}  // namespace
