// The emulation of stores that other blocks see late. Kernels are written as rewrite.py leaves them.
#include <cuda/atomic>

#include "sort/cuda/device_buffer.cuh"
#include "tests/emu/emu_cases.h"

namespace {

enum class Way { atomics, fence_first, no_fence, fence_too_early, release, relaxed, after_the_flag };

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

/// Block 0 stores a word and raises a flag; the others wait for the flag and read the word.
template <Way way>
__global__ void announce_kernel(unsigned* word, unsigned* flag, unsigned* read) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        if (way == Way::fence_too_early) __threadfence();
        if (way == Way::atomics) {
            atomicExch(word, 7);
        } else if (way == Way::after_the_flag) {
            Word(*flag).store(1, cuda::memory_order_relaxed);
            Word(*word).store(7, cuda::memory_order_relaxed);
            return;
        } else {
            *word = 7;
        }
        if (way == Way::fence_first) __threadfence();
        if (way == Way::release)
            Word(*flag).store(1, cuda::memory_order_release);
        else if (way == Way::relaxed)
            Word(*flag).store(1, cuda::memory_order_relaxed);
        else
            atomicExch(flag, 1);
        return;
    }
    while (Word(*flag).load(cuda::memory_order_relaxed) == 0) __nanosleep(20);
    read[blockIdx.x] = *word;
}

/// How many of the blocks read what was stored, in all orders and with some seeds.
template <Way way>
std::pair<unsigned, unsigned> right_and_wrong() {
    std::pair<unsigned, unsigned> count;
    emu::set_late_stores(true);
    for (unsigned seed = 1; seed <= 20; ++seed) {
        sort::DeviceBuffer<unsigned> word(1), flag(1), read(6);
        for (auto* buffer : {&word, &flag, &read}) std::fill_n(buffer->data(), buffer->size(), 0u);
        emu::set_order(emu::Order::shuffled, seed);
        unsigned *d_word = word.data(), *d_flag = flag.data(), *d_read = read.data();
        void* arguments[] = {&d_word, &d_flag, &d_read};
        EXPECT_EQ(cudaLaunchCooperativeKernel(emu::named("announce_kernel", announce_kernel<way>), dim3(6),
                                              dim3(32), arguments, 0, nullptr),
                  cudaSuccess);
        EXPECT_EQ(*d_word, 7u);  // all see all once the launch has ended
        for (unsigned block = 1; block < 6; ++block) ++(d_read[block] == 7 ? count.first : count.second);
    }
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
    return count;
}

TEST(LateStores, are_seen_by_who_sees_what_was_done_after_a_fence) {
    EXPECT_EQ(right_and_wrong<Way::atomics>().second, 0u);
    EXPECT_EQ(right_and_wrong<Way::fence_first>().second, 0u);
    EXPECT_EQ(right_and_wrong<Way::release>().second, 0u);
}

TEST(LateStores, are_missed_by_some_without_one_and_not_by_all) {
    for (const auto& [right, wrong] :
         {right_and_wrong<Way::no_fence>(), right_and_wrong<Way::fence_too_early>(),
          right_and_wrong<Way::relaxed>(), right_and_wrong<Way::after_the_flag>()}) {
        EXPECT_GT(wrong, 0u);
        EXPECT_GT(right, 0u);
    }
}

/// Each block writes the bytes that are its own; none writes over another's.
__global__ void bytes_kernel(unsigned char* bytes) {
    for (unsigned i = blockIdx.x; i < 999; i += gridDim.x)
        bytes[i] = static_cast<unsigned char>(blockIdx.x + 1);
}

/// The sum of all blocks' words, by the one that comes last: with a fence, as on a device.
__global__ void last_kernel(unsigned* words, unsigned* ticket, unsigned* sum, bool fenced) {
    if (threadIdx.x != 0) return;
    words[blockIdx.x] = blockIdx.x + 1;
    if (fenced) __threadfence();
    if (atomicInc(ticket, gridDim.x - 1) != gridDim.x - 1) return;
    for (unsigned i = 0; i < gridDim.x; ++i) *sum += words[i];
}

TEST(LateStores, of_neighbouring_bytes_come_one_by_one) {
    emu::set_late_stores(true);
    for (const emu::Order order : {emu::Order::forward, emu::Order::shuffled}) {
        emu::set_order(order, 4);
        sort::DeviceBuffer<unsigned char> bytes(999);
        LAUNCH(bytes_kernel, 7, 32)(bytes.data());
        for (unsigned i = 0; i < 999; ++i) ASSERT_EQ(bytes.data()[i], i % 7 + 1) << i;
    }
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

TEST(LateStores, of_blocks_that_have_ended_are_late_too) {
    emu::set_late_stores(true);
    for (const emu::Order order : {emu::Order::forward, emu::Order::reverse}) {
        emu::set_order(order, 1);
        sort::DeviceBuffer<unsigned> words(50), ticket(1), sum(1);
        for (const bool fenced : {true, false}) {
            for (auto* buffer : {&words, &ticket, &sum}) std::fill_n(buffer->data(), buffer->size(), 0u);
            LAUNCH(last_kernel, 50, 32)(words.data(), ticket.data(), sum.data(), fenced);
            EXPECT_EQ(*sum.data() == 50 * 51 / 2, fenced);
        }
    }
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

}  // namespace
