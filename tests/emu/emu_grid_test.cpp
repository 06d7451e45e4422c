// The emulation of several blocks that are alive at once: cooperative grids, words that blocks wait for, and
// the mistakes made with them. Kernels are written as rewrite.py leaves them.
#include <cooperative_groups.h>

#include "tests/emu/emu_cases.h"
#include "tests/emu/profile.h"

namespace {

namespace cg = cooperative_groups;

#define COOPERATIVE(kernel, grid, block, arguments, bytes) \
    cudaLaunchCooperativeKernel(emu::named(#kernel, kernel), grid, block, arguments, bytes, nullptr)

constexpr emu::Order kOrders[] = {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled};

/// Sums of all blocks' words, round after round: each needs two barriers of the grid.
template <bool kBarrier>
__global__ void rounds_kernel(unsigned* words, unsigned* sums, unsigned rounds) {
    __shared__ unsigned s_own[8];
    emu::fresh_shared(&s_own, sizeof s_own);
    const auto grid = cg::this_grid();
    const auto rank = static_cast<unsigned>(grid.thread_rank());
    const auto threads = static_cast<unsigned>(grid.num_threads());
    if (threadIdx.x < 8) s_own[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
    for (unsigned round = 0; round < rounds; ++round) {
        words[rank] = rank * round;
        if (kBarrier) grid.sync();
        unsigned sum = 0;
        for (unsigned i = 0; i < threads; i += 64) sum += words[(i + rank) % threads];
        sums[rank] = sum;
        grid.sync();
    }
    if (threadIdx.x < 8 && s_own[threadIdx.x] != 100 * blockIdx.x + threadIdx.x) sums[rank] = 0;
}

template <bool kBarrier>
bool rounds_are_right(unsigned blocks, unsigned threads, unsigned rounds) {
    std::vector<unsigned> words(blocks * threads), sums(words.size());
    unsigned *d_words = words.data(), *d_sums = sums.data();
    void* arguments[] = {&d_words, &d_sums, &rounds};
    EXPECT_EQ(COOPERATIVE(rounds_kernel<kBarrier>, blocks, threads, arguments, 0), cudaSuccess);
    const auto all = static_cast<unsigned>(words.size());
    for (unsigned rank = 0; rank < all; ++rank) {
        unsigned sum = 0;
        for (unsigned i = 0; i < all; i += 64) sum += (i + rank) % all * (rounds - 1);
        if (sums[rank] != sum) return false;
    }
    return true;
}

TEST(EmulatedGrid, waits_for_all_blocks) {
    for (const emu::Order order : kOrders) {
        emu::set_order(order, 7);
        EXPECT_TRUE(rounds_are_right<true>(6, 128, 9));
        EXPECT_TRUE(rounds_are_right<true>(3, 1024, 3));
        EXPECT_TRUE(rounds_are_right<true>(1, 64, 3));
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(EmulatedGrid, shows_a_missing_grid_barrier_in_some_order) {
    bool wrong = false;
    for (const emu::Order order : kOrders) {
        emu::set_order(order, 5);
        wrong |= !rounds_are_right<false>(5, 96, 4);
    }
    emu::set_order(emu::Order::mixed, 1);
    EXPECT_TRUE(wrong);
}

__global__ void some_blocks_wait_kernel(unsigned leaving) {
    if (blockIdx.x != leaving) cg::this_grid().sync();
}
__global__ void some_threads_wait_kernel() {
    if (threadIdx.x % 2) cg::this_grid().sync();
}
__global__ void both_barriers_kernel() {
    if (threadIdx.x < 32) {
        cg::this_grid().sync();
    } else {
        __syncthreads();
    }
}
__global__ void two_grid_barriers_kernel() {
    if (blockIdx.x == 1) {
        cg::this_grid().sync();
    } else {
        cg::this_grid().sync();
    }
}

TEST(EmulatedGrid, sees_grid_barriers_that_not_all_reach) {
    for (unsigned leaving : {0u, 2u, 4u}) {
        void* arguments[] = {&leaving};
        const auto launch = [&] { COOPERATIVE(some_blocks_wait_kernel, 5, 64, arguments, 0); };
        EXPECT_TRUE(has(fault_of(launch), "wait for the grid, others have left"));
    }
    EXPECT_TRUE(
        has(fault_of([] { COOPERATIVE(some_threads_wait_kernel, 2, 64, nullptr, 0); }), "others have left"));
    EXPECT_TRUE(has(fault_of([] { COOPERATIVE(both_barriers_kernel, 2, 64, nullptr, 0); }), "deadlock"));
    EXPECT_TRUE(has(fault_of([] { COOPERATIVE(two_grid_barriers_kernel, 3, 64, nullptr, 0); }),
                    "different grid barriers"));
    EXPECT_TRUE(has(fault_of([] { LAUNCH(some_threads_wait_kernel, 2, 64)(); }), "not cooperative"));
    EXPECT_TRUE(rounds_are_right<true>(4, 64, 2));  // and goes on after a fault
}

TEST(EmulatedGrid, refuses_cooperative_launches_where_the_device_has_none) {
    const emu::OnDevice laptop(emu::named_profile("laptop"));
    EXPECT_EQ(COOPERATIVE(some_threads_wait_kernel, 1, 32, nullptr, 0), cudaErrorNotSupported);
    int yes = 1;
    cudaDeviceGetAttribute(&yes, cudaDevAttrCooperativeLaunch, 0);
    EXPECT_EQ(yes, 0);
    cudaGetLastError();
}

TEST(EmulatedGrid, refuses_more_blocks_than_are_alive_at_once) {
    int processors = 0, blocks = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    EXPECT_EQ(processors, 3);
    for (const auto& [threads, each] : {std::pair{256, 2}, {512, 2}, {1024, 1}}) {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, both_barriers_kernel, threads, 0);
        EXPECT_EQ(blocks, each) << threads;
    }
    EXPECT_EQ(COOPERATIVE(both_barriers_kernel, 7, 64, nullptr, 0), cudaErrorCooperativeLaunchTooLarge);
    EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    EXPECT_EQ(COOPERATIVE(both_barriers_kernel, 4, 1024, nullptr, 0), cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();
}

/// Sums before each tile by decoupled look-back: 1 and a tile's sum, then 2 and the sum up to its end.
template <bool kTicket>
__global__ void look_back_kernel(const unsigned* in, unsigned* out, unsigned* states, unsigned* ticket,
                                 unsigned* partial_seen) {
    __shared__ unsigned s_tile, s_before;
    emu::fresh_shared(&s_tile, sizeof s_tile);
    emu::fresh_shared(&s_before, sizeof s_before);
    if (threadIdx.x == 0) s_tile = kTicket ? atomicAdd(ticket, 1) : blockIdx.x;
    __syncthreads();
    const unsigned tile = s_tile, sum = __reduce_add_sync(~0u, in[tile * 32 + threadIdx.x]);
    if (threadIdx.x == 0) {
        __stcg(states + tile, sum << 2 | 1);
        __threadfence();
        unsigned before = 0;
        for (unsigned at = tile; at > 0;) {
            unsigned word = 0;
            while ((word = __ldcg(states + at - 1)) == 0) __nanosleep(20);
            before += word >> 2;
            --at;
            if ((word & 3) == 2) break;
            ++*partial_seen;
        }
        __syncwarp(1);
        __stcg(states + tile, (before + sum) << 2 | 2);
        s_before = before;
    }
    __syncthreads();
    out[tile * 32 + threadIdx.x] = s_before;
}

template <bool kTicket>
unsigned look_back(unsigned tiles) {
    std::vector<unsigned> in(tiles * 32), out(in.size()), states(tiles);
    unsigned ticket = 0, partial_seen = 0;
    for (unsigned i = 0; i < in.size(); ++i) in[i] = i % 11;
    LAUNCH(look_back_kernel<kTicket>, tiles, 32)
    (in.data(), out.data(), states.data(), &ticket, &partial_seen);
    for (unsigned i = 0, before = 0; i < in.size(); ++i) {
        EXPECT_EQ(out[i / 32 * 32], before) << i;
        if (i % 32 == 31) {
            for (unsigned k = i - 31; k <= i; ++k) before += in[k];
        }
    }
    return partial_seen;
}

TEST(EmulatedGrid, lets_a_block_wait_for_those_before_it) {
    unsigned partial_seen = 0;
    for (const emu::Order order : kOrders) {
        for (uint64_t seed = 1; seed < 9; ++seed) {
            emu::set_order(order, seed);
            partial_seen += look_back<true>(40);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
    EXPECT_GT(partial_seen, 20u) << "blocks take turns, so that half-done neighbours are seen";
}

__global__ void waits_for_ever_kernel(const unsigned* word) {
    while (__ldcg(word) == 0) {
        __nanosleep(100);
        __syncwarp();
    }
}

TEST(EmulatedGrid, sees_livelocks) {
    unsigned word = 0;
    const std::string fault = fault_of([&] { LAUNCH(waits_for_ever_kernel, 4, 64)(&word); });
    EXPECT_TRUE(has(fault, "livelock"));
    EXPECT_TRUE(has(fault, "sleep at") && has(fault, "emu_grid_test.cpp:"))
        << "where threads sleep: " << fault;
    emu::set_order(emu::Order::reverse, 1);  // waits for blocks that there is no room for
    EXPECT_TRUE(has(fault_of([] { look_back<false>(40); }), "livelock"));
    word = 1;
    LAUNCH(waits_for_ever_kernel, 4, 64)(&word);
}

}  // namespace
