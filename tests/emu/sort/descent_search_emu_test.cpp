// The order check inside kernels, emulated on the CPU: one descent at any place, at any address, met at the
// first look or only by the search. The kernel is written as rewrite.py leaves it.
#include <numeric>

#include "sort/cuda/descent_search.cuh"
#include "tests/emu/emu_cases.h"

namespace {

constexpr uint32_t kThreads = 64, kBlocks = 2;

struct Task {
    const uint32_t* keys;
    uint32_t count;
    sort::KeyBits bits;
    bool looks_first;
    uint32_t* out_of_order;
};

__global__ void search_kernel(Task task) {
    const sort::DescentSearch search(task.keys, task.count, task.bits);
    const uint32_t warp = blockIdx.x * (kThreads / 32) + sort::own_warp();
    if (task.looks_first && search.block_sees(warp * sort::DescentSearch::kRunKeys)) {
        if (threadIdx.x == 0) *task.out_of_order = 1;
        return;
    }
    if (!task.looks_first && search.block_sees(task.count)) *task.out_of_order = 1;  // the head alone
    search.search(warp, gridDim.x * (kThreads / 32), task.out_of_order);
}

class DescentSearch : public testing::Test {
protected:
    ~DescentSearch() override { emu::set_order(emu::Order::mixed, 1); }

    uint32_t answer(const uint32_t* keys, uint32_t count, sort::KeyBits bits, bool looks_first) {
        uint32_t out_of_order = 0;
        const Task task{keys, count, bits, looks_first, &out_of_order};
        emu::launcher("search_kernel", emu::Site::current(), search_kernel, kBlocks, kThreads, 0)(task);
        return out_of_order;
    }
};

/// Rising keys from place `offset` past an address that 16 divides; a greater one before and a lesser behind.
struct Keys {
    Keys(uint32_t offset, uint32_t count) : words((offset + count) / 4 + 2) {
        begin = &words[0].x + offset;
        if (offset > 0) begin[-1] = ~0u;
        for (uint32_t i = 0; i < count; ++i) begin[i] = 10 * i + 10;
        begin[count] = 0;
    }
    std::vector<uint4> words;
    uint32_t* begin;
};

TEST_F(DescentSearch, finds_one_descent_at_any_place_and_address) {
    uint32_t seed = 0;
    for (const uint32_t count : {2u, 3u, 4u, 5u, 127u, 128u, 129u, 511u, 512u, 513u, 1500u, 2049u, 9000u}) {
        for (const uint32_t offset : {0u, 1u, 2u, 3u}) {
            Keys keys(offset, count);
            emu::set_order(emu::Order::shuffled, ++seed);
            EXPECT_EQ(answer(keys.begin, count, {}, true), 0u) << count << " " << offset;
            EXPECT_EQ(answer(keys.begin, count, {}, false), 0u) << count << " " << offset;
            const uint32_t step = count < 6 ? 1 : count < 600 ? 5 : 97;
            for (uint32_t at = 1; at < count; at += step) {
                const uint32_t place = at + step < count ? at : count - 1;  // the last pair too
                keys.begin[place] -= 15;
                EXPECT_EQ(answer(keys.begin, count, {}, true), 1u) << count << " " << offset << " " << place;
                EXPECT_EQ(answer(keys.begin, count, {}, false), 1u) << count << " " << offset << " " << place;
                EXPECT_EQ(answer(keys.begin, count, sort::key_bits(31, 32), true), 0u);
                keys.begin[place] += 15;
            }
        }
    }
}

TEST_F(DescentSearch, looks_at_its_bits_only) {
    std::vector<uint4> words(1000, {0x5ff0, 0xa5f00, 0x3ff, 0xff3ff});  // bits 8 to 11: f f 3 3
    const uint32_t* const keys = &words[0].x;
    EXPECT_EQ(answer(keys, 4000, sort::key_bits(8, 12), true), 1u);
    EXPECT_EQ(answer(keys, 4000, sort::key_bits(8, 9), true), 0u);
    EXPECT_EQ(answer(keys + 2, 4, sort::key_bits(8, 12), false), 0u);
    EXPECT_EQ(answer(keys + 2, 5, sort::key_bits(8, 12), false), 1u);
    EXPECT_EQ(answer(keys, 4000, sort::key_bits(5, 5), true), 0u) << "no bits: all are equal";
}

}  // namespace
