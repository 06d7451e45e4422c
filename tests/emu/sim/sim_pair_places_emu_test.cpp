// The look-back over more blocks than the emulated device holds at once: the words of the blocks before are
// written by the test, as if all had counted and few had looked back.
#include "sim/broad_phase/pair_places.cuh"

#include "sort/cuda/device_buffer.cuh"
#include "tests/emu/emu_cases.h"

namespace {

constexpr unsigned long long kOwn = 1ull << 62, kTotal = 1ull << 63;  // as PairPlaces has them

static __global__ void before_kernel(sim::PairPlaces places, uint64_t own, uint64_t* out) {
    const uint32_t mine = places.take_ticket();
    out[threadIdx.x] = places.before(mine, own);
}

/// Block i has counts[i] pairs; of those before `mine` the ones up to `totals` have looked back.
void expect_place(const std::vector<uint64_t>& counts, uint32_t mine, uint32_t totals) {
    const sort::DeviceBuffer<unsigned long long> words(counts.size()), ticket(1);
    const sort::DeviceBuffer<uint64_t> out(32);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < mine; ++i) {
        sum += counts[i];
        words.data()[i] = i <= totals ? kTotal | sum : kOwn | counts[i];
    }
    words.data()[mine] = 0;
    *ticket.data() = mine;
    LAUNCH(before_kernel, 1, 32)
    ({reinterpret_cast<uint32_t*>(ticket.data()), words.data()}, counts[mine], out.data());
    for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out.data()[lane], sum) << mine << " after " << totals;
    EXPECT_EQ(words.data()[mine], kTotal | (sum + counts[mine]));
}

TEST(PairPlaces, follow_the_pairs_of_all_blocks_before) {
    std::vector<uint64_t> counts(140);
    for (uint32_t i = 0; i < counts.size(); ++i) counts[i] = (uint64_t(i * 7 % 5) << 33) + i;  // zeros too
    for (const uint32_t mine : {0u, 1u, 2u, 31u, 32u, 33u, 63u, 64u, 65u, 97u, 139u}) {
        for (uint32_t totals = 0; totals < (mine == 0 ? 1 : mine); totals += 1 + totals / 16) {
            expect_place(counts, mine, totals);
        }
    }
}

static __global__ void places_kernel(sim::PairPlaces places, uint64_t* out) {
    const uint32_t mine = places.take_ticket();
    const uint64_t before = places.before(mine, mine + 1);
    if (threadIdx.x == 0) out[mine] = before;
}

TEST(PairPlaces, follow_blocks_whose_words_come_late) {
    constexpr uint32_t kBlocks = 70;
    emu::set_late_stores(true);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        emu::set_order(emu::Order::shuffled, seed);
        const sort::DeviceBuffer<unsigned long long> words(kBlocks), ticket(1);
        const sort::DeviceBuffer<uint64_t> out(kBlocks);
        std::fill_n(words.data(), kBlocks, 0ull);
        *ticket.data() = 0;
        LAUNCH(places_kernel, kBlocks, 32)
        ({reinterpret_cast<uint32_t*>(ticket.data()), words.data()}, out.data());
        for (uint32_t i = 0; i < kBlocks; ++i) EXPECT_EQ(out.data()[i], uint64_t(i) * (i + 1) / 2) << i;
    }
    emu::set_late_stores(false);
    emu::set_order(emu::Order::mixed, 1);
}

}  // namespace
