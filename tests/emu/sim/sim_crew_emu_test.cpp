// Lists that the threads of a grid work through together: each item comes once a round, by the same thread, and who waits
// for an item of an earlier list does not wait for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/exec/crew_cuda.cuh"
#include "tests/emu/sim/sim_emu_cases.h"

namespace {

constexpr uint32_t kLists = 6, kRounds = 3, kNobody = ~0u;

/// Item i of a list hands on column i, which has been through the i-th items of all lists before.
struct Columns {
    const uint32_t* counts;
    sim::Vec4* columns;  // the last component: how many items have had it, as bits of a float
    uint32_t* members;   // by list, then item: who did it in round 0
    uint32_t* first;     // by list
    uint32_t* done;      // by list, then item: in how many rounds
    uint32_t* changed;   // 1: another member did it in a later round

    __device__ uint32_t items_before(uint32_t round, uint32_t list, uint32_t i) const {
        uint32_t all = 0, earlier = 0;
        for (uint32_t k = 0; k < kLists; ++k) {
            all += i < counts[k];
            earlier += k < list && i < counts[k];
        }
        return round * all + earlier;
    }
    template <class Crew>
    __device__ void operator()(const Crew& crew) const {
        const uint32_t own = blockIdx.x * blockDim.x + threadIdx.x;
        crew.template each_of_lists<kLists>(
            kRounds, [&](uint32_t list) { return counts[list]; },
            [&](const auto& together, uint32_t round, uint32_t list, uint32_t i) {
                const uint32_t before = items_before(round, list, i);
                sim::Vec4 column;
                together.wait_until([&] {
                    column = crew.published(&columns[i]);
                    return sim::float_bits(column.w) >= before;
                });
                uint32_t& member = members[first[list] + i];
                if (round == 0) member = own;
                if (member != own) *changed = 1;
                if (sim::float_bits(column.w) == before) ++done[first[list] + i];
                crew.publish(&columns[i], sim::with_w(sim::Vec3{1, 2, 3}, sim::bits_float(before + 1)));
            });
    }
};

void expect_each_item_once(const std::vector<uint32_t>& counts, bool cooperative, uint32_t blocks) {
    std::vector<uint32_t> first(kLists);
    std::exclusive_scan(counts.begin(), counts.end(), first.begin(), 0u);
    const uint32_t items = first.back() + counts.back();
    std::vector<sim::Vec4> columns(*std::max_element(counts.begin(), counts.end()));
    std::vector<uint32_t> members(items, kNobody), done(items, 0);
    uint32_t changed = 0;
    sim::launch_together(
        cooperative, blocks, nullptr,
        Columns{counts.data(), columns.data(), members.data(), first.data(), done.data(), &changed});
    for (uint32_t k = 0; k < items; ++k) EXPECT_EQ(done[k], kRounds) << "item " << k;
    EXPECT_EQ(changed, 0u);
}

TEST(EmulatedCrew, does_each_item_of_its_lists_once_a_round_and_in_order) {
    const std::vector<uint32_t> counts = {300, 0, 65, 1, 700, 33};
    emu_worlds::in_each_order([&] {
        expect_each_item_once(counts, true, 3);
        expect_each_item_once(counts, false, 1);
    });
}

}  // namespace
