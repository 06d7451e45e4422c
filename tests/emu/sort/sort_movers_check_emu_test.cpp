// The check of a repair by movers sees what blocks overlooked that are blind for each other's borders, and then
// nothing has been written. Emulated; the kernel is written as rewrite.py leaves it.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>

#include "sort/engines/adaptive/movers.cuh"
#include "sort/engines/adaptive/movers_model.h"
#include "tests/emu/emu_cases.h"

namespace {

namespace cg = cooperative_groups;
using Words = std::vector<uint32_t>;
constexpr uint32_t kThreads = 64, kItems = 2, kBlocks = 3, kTile = kThreads * kItems,
                   kCount = kBlocks * kTile;

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
    sort::adaptive::Movers<kThreads, kItems, kReach> movers(call.movers, call.pairs, sort::KeyBits{}, 0,
                                                            words, shared);
    const bool repaired = movers.run(EmulatedGridBarrier{});
    if (blockIdx.x == 0 && threadIdx.x == 0) *call.repaired = repaired;
}

/// Whether the repair proved its result; keys and values are what it left, `removed` the places of the movers.
template <uint32_t kReach>
bool repairs(Words& keys, Words& values, Words* removed = nullptr) {
    std::vector<uint2> list(sort::adaptive::kMostMovers);
    Words list_values(sort::adaptive::kMostMovers), counts(2);
    std::vector<sort::adaptive::RemainderRecord> records(kBlocks);
    bool repaired = false;
    Call call{{list.data(), list_values.data(), counts.data(), records.data(), kTile},
              {keys.data(), values.data(), kCount},
              &repaired};
    void* arguments[] = {&call};
    constexpr size_t kBytes = sort::adaptive::Movers<kThreads, kItems, kReach>::kWords * sizeof(uint32_t);
    cudaFuncSetAttribute(movers_kernel<kReach>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
    const auto kernel = emu::named("movers_kernel", movers_kernel<kReach>);
    EXPECT_EQ(cudaLaunchCooperativeKernel(kernel, kBlocks, kThreads, arguments, kBytes, nullptr),
              cudaSuccess);
    for (uint32_t i = 0; removed && i < counts[0] && i < list.size(); ++i) removed->push_back(list[i].y);
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
