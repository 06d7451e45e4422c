// The emulation itself: what it gives for small kernels, and that it sees the mistakes that it is there for.
// The kernels are written as rewrite.py leaves them.
#include "sort/cuda/ptx.cuh"
#include "sort/cuda/warp.cuh"
#include "tests/emu/emu_cases.h"

namespace {

static __global__ void sums_kernel(const unsigned* in, unsigned* out) {
    __shared__ unsigned s_sums[8];
    emu::fresh_shared(&s_sums, sizeof s_sums);
    unsigned sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned step = 1; step < 32; step *= 2) {
        const unsigned lower = __shfl_up_sync(~0u, sum, step);
        if (threadIdx.x % 32 >= step) sum += lower;
    }
    if (threadIdx.x % 32 == 31) s_sums[threadIdx.x / 32] = sum;
    __syncthreads();
    for (unsigned warp = 0; warp < threadIdx.x / 32; ++warp) sum += s_sums[warp];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    __syncthreads();
}

TEST(Emulation, runs_blocks_that_share_and_shuffle) {
    std::vector<unsigned> in(4 * 256), out(in.size());
    for (unsigned i = 0; i < in.size(); ++i) in[i] = i % 7;
    for (int turn = 0; turn < 9; ++turn) {
        LAUNCH(sums_kernel, 4, 256)(in.data(), out.data());
        for (unsigned i = 0, sum = 0; i < in.size(); ++i) {
            sum = (i % 256 ? sum : 0) + in[i];
            ASSERT_EQ(out[i], sum) << i;
        }
    }
}

static __global__ void votes_kernel(unsigned* out) {
    const unsigned lane = threadIdx.x % 32;
    unsigned* own = out + 8 * threadIdx.x;
    own[0] = __ballot_sync(~0u, lane % 3 == 0);
    own[1] = __match_any_sync(~0u, lane / 5);
    own[2] = static_cast<unsigned>(__any_sync(~0u, lane == 7)) + 2 * __all_sync(~0u, lane < 31);
    own[3] = __reduce_add_sync(~0u, lane);
    own[4] = static_cast<unsigned>(__reduce_min_sync(~0u, static_cast<int>(lane) - 9));
    own[5] = __shfl_xor_sync(~0u, lane, 5);
    own[6] = lane < 16 ? __ballot_sync(0xffffu, 1) : __ballot_sync(0xffff0000u, lane != 20);
    own[7] = static_cast<unsigned>(__syncthreads_count(lane < 4));
}

static __global__ void instructions_kernel(unsigned* out) {
    out[threadIdx.x] = sort::lanes_with_same_bit(threadIdx.x, 4);
}

TEST(Emulation, stands_in_for_inline_ptx) {
    std::vector<unsigned> out(32);
    LAUNCH(instructions_kernel, 1, 32)(out.data());
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane & 4 ? 0xf0f0f0f0u : 0x0f0f0f0fu);
}

/// By one instruction, and by the exchanges of devices that do not have it.
static __global__ void folds_kernel(const unsigned* in, unsigned* out) {
    const unsigned value = in[threadIdx.x];
    unsigned* own = out + 8 * threadIdx.x;
    own[0] = sort::warp_total(value);
    own[1] = sort::warp_min(value);
    own[2] = sort::warp_max(value);
    own[3] = sort::warp_or(value);
    own[4] = sort::warp_fold(value, sort::Sum());
    own[5] = sort::warp_fold(value, sort::Least());
    own[6] = sort::warp_fold(value, sort::Greatest());
    own[7] = sort::warp_fold(value, sort::Union());
}

TEST(Emulation, folds_the_lanes_of_a_warp_in_both_ways) {
    std::vector<unsigned> in(64), out(64 * 8);
    for (unsigned i = 0; i < 64; ++i) in[i] = (i * 2654435761u) & ~0x10u;
    LAUNCH(folds_kernel, 1, 64)(in.data(), out.data());
    for (unsigned thread = 0; thread < 64; ++thread) {
        unsigned sum = 0, least = ~0u, greatest = 0, all = 0;
        for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned value = in[thread / 32 * 32 + lane];
            sum += value;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
            all |= value;
        }
        const std::vector<unsigned> should = {sum, least, greatest, all, sum, least, greatest, all};
        const auto own = out.begin() + 8 * thread;
        EXPECT_EQ(std::vector<unsigned>(own, own + 8), should) << thread;
    }
}

TEST(Emulation, votes_as_a_warp_does) {
    std::vector<unsigned> out(64 * 8);
    LAUNCH(votes_kernel, 1, 64)(out.data());
    for (unsigned thread = 0; thread < 64; ++thread) {
        const unsigned lane = thread % 32, *own = &out[8 * thread];
        EXPECT_EQ(own[0], 0x49249249u);
        EXPECT_EQ(own[1], (lane / 5 == 6 ? 3u : 31u) << lane / 5 * 5);
        EXPECT_EQ(own[2], 1u);
        EXPECT_EQ(own[3], 496u);
        EXPECT_EQ(own[4], static_cast<unsigned>(-9));
        EXPECT_EQ(own[5], lane ^ 5);
        EXPECT_EQ(own[6], lane < 16 ? 0xffffu : 0xffef0000u);
        EXPECT_EQ(own[7], 8u);
    }
}

TEST(Emulation, has_the_bits_of_the_device_functions) {
    EXPECT_EQ(__funnelshift_r(0x11112222u, 0x33334444u, 8), 0x44111122u);
    EXPECT_EQ(__funnelshift_l(0x11112222u, 0x33334444u, 8), 0x33444411u);
    EXPECT_EQ(__byte_perm(0x33221100u, 0x77665544u, 0x7340u), 0x77334400u);
    EXPECT_EQ(__brev(1u), 0x80000000u);
    EXPECT_EQ(__clz(1), 31);
    EXPECT_EQ(__ffs(8), 4);
    EXPECT_EQ(min(-1, 1u), 1u);
    EXPECT_EQ(__umulhi(0x80000000u, 6u), 3u);
    EXPECT_EQ(__umul64hi(1ull << 63, 6), 3u);
    EXPECT_EQ(__fns(0b101100u, 0, 2), 3u);
    EXPECT_EQ(__double2uint_rd(7.9), 7u);
    EXPECT_EQ(__double2uint_rz(-1.5), 0u);
    EXPECT_EQ(__double2uint_rn(2.5), 2u);
    EXPECT_EQ(__double2uint_rd(1e12), ~0u);
    EXPECT_EQ(__float2int_rz(-2.7f), -2);
    EXPECT_EQ(__float2int_rd(-2.1f), -3);
    EXPECT_EQ(__double2ull_rz(std::nan("")), 0u);
    EXPECT_EQ(__uint_as_float(__float_as_uint(-0.5f)), -0.5f);
    unsigned long long wide = 1;
    EXPECT_EQ(atomicMax(&wide, 1ull << 40), 1u);
    EXPECT_EQ(atomicCAS(&wide, 1ull << 40, 5ull), 1ull << 40);
    EXPECT_EQ(atomicOr(&wide, 1ull << 63), 5u);
    EXPECT_EQ(atomicMin_block(&wide, 9ull), 5 | 1ull << 63);
    __stcs(&wide, 4);
    EXPECT_EQ(__ldcg(&wide), 4u);
    unsigned wraps = 2;
    EXPECT_EQ(atomicInc(&wraps, 2u), 2u);
    EXPECT_EQ(wraps, 0u);
}

static __global__ void some_wait_kernel() {
    if (threadIdx.x < 40) __syncthreads();
}
static __global__ void other_barrier_kernel() {
    if (threadIdx.x < 32) {
        __syncthreads();
    } else {
        __syncthreads();
    }
}
static __global__ void lane_missing_kernel() {
    if (threadIdx.x != 5) __syncwarp();
    __syncthreads();
}
static __global__ void not_in_mask_kernel() { __syncwarp(0xfffffffeu); }
static __global__ void reads_absent_lane_kernel(int* out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0xffffu, 1, 16);
}
static __global__ void different_things_kernel() {
    if (threadIdx.x % 2) {
        __syncwarp();
    } else {
        __ballot_sync(~0u, 1);
    }
}

TEST(Emulation, sees_barriers_that_not_all_reach) {
    EXPECT_TRUE(has(fault_of([] { LAUNCH(some_wait_kernel, 1, 64)(); }), "left"));
    EXPECT_TRUE(has(fault_of([] { LAUNCH(other_barrier_kernel, 1, 64)(); }), "different barriers"));
    EXPECT_TRUE(has(fault_of([] { LAUNCH(lane_missing_kernel, 1, 64)(); }), "deadlock"));
    EXPECT_TRUE(has(fault_of([] { LAUNCH(not_in_mask_kernel, 1, 32)(); }), "mask leaves out"));
    int out[32];
    EXPECT_TRUE(has(fault_of([&] { LAUNCH(reads_absent_lane_kernel, 1, 32)(out); }), "does not take part"));
    EXPECT_TRUE(has(fault_of([] { LAUNCH(different_things_kernel, 1, 32)(); }), "different things"));
    std::vector<unsigned> in(256, 1), sums(256);  // and goes on after a fault
    LAUNCH(sums_kernel, 1, 256)(in.data(), sums.data());
    EXPECT_EQ(sums[255], 256u);
}

static __global__ void no_barrier_kernel(unsigned* out) {
    __shared__ unsigned s_words[64];
    emu::fresh_shared(&s_words, sizeof s_words);
    s_words[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s_words[63 - threadIdx.x];  // a barrier is missing before this line
}

TEST(Emulation, shows_a_missing_barrier_in_some_order) {
    bool wrong = false;
    for (const emu::Order order : {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled}) {
        emu::set_order(order, 5);
        std::vector<unsigned> out(64);
        std::vector<unsigned> poison(64, 99);
        LAUNCH(no_barrier_kernel, 1, 64)(out.data());
        for (unsigned i = 0; i < 64; ++i) wrong |= out[i] != 63 - i;
    }
    emu::set_order(emu::Order::mixed, 1);
    EXPECT_TRUE(wrong);
}

static __global__ void past_the_end_kernel(unsigned* words) { words[10 + threadIdx.x] = 1; }

TEST(Emulation, sees_writes_past_an_allocation) {
    unsigned* words = nullptr;
    cudaMalloc(&words, 40);
#ifdef SWEEPLAB_SANITIZED
    EXPECT_DEATH(LAUNCH(past_the_end_kernel, 1, 1)(words), "AddressSanitizer");
#else
    EXPECT_TRUE(has(fault_of([&] { LAUNCH(past_the_end_kernel, 1, 1)(words); }), "after an allocation"));
    words[10] = 0xe7e7e7e7u;  // as it was
#endif
    cudaFree(words);
}

static __global__ void stale_kernel(unsigned* out) {
    __shared__ unsigned s_words[32];
    emu::fresh_shared(&s_words, sizeof s_words);
    if (threadIdx.x % 2 == 0) s_words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s_words[threadIdx.x];
    __syncthreads();
    s_words[threadIdx.x] = 7;  // what the next block must not find
}

TEST(Emulation, poisons_shared_memory_for_each_block) {
    unsigned out[32];
    LAUNCH(stale_kernel, 3, 32)(out);
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 2 ? 0xdbdbdbdbu : i);
}

TEST(Emulation, watches_a_sort) {
    cudaStream_t own = nullptr, other = nullptr;
    cudaStreamCreate(&own);
    cudaStreamCreate(&other);
    std::vector<unsigned> in(256), out(256);
    {
        const emu::SortWatch watch(own);
        unsigned* words = nullptr;
        EXPECT_THROW(cudaMalloc(&words, 4), emu::Fault);
        EXPECT_THROW(cudaStreamSynchronize(own), emu::Fault);
        EXPECT_THROW(cudaMemcpy(out.data(), in.data(), 4, cudaMemcpyDefault), emu::Fault);
        EXPECT_THROW(LAUNCH(sums_kernel, 1, 256)(in.data(), out.data()), emu::Fault);
        const auto on_other = emu::launcher("sums", emu::Site::current(), sums_kernel, 1, 256, 0, other);
        EXPECT_THROW(on_other(in.data(), out.data()), emu::Fault);
        EXPECT_NO_THROW(
            emu::launcher("sums", emu::Site::current(), sums_kernel, 1, 256, 0, own)(in.data(), out.data()));
    }
    EXPECT_EQ(cudaStreamSynchronize(own), cudaSuccess);
    cudaStreamDestroy(own);
    cudaStreamDestroy(other);
}

}  // namespace
