// Small parts that kernels share: folds over a warp, how uneven a sample is, bounds of a repair, the caller's device.
#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

#include "sort/core/memory_space.h"
#include "sort/cuda/spread.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/adaptive/shapes.h"
#include "sort/engines/bucketsort/model_maps.h"
#include "tests/emu/emu_cases.h"

namespace {

struct Folds {
    uint64_t total;
    uint32_t least, greatest, bits;
};

__global__ void fold_kernel(const uint32_t* words, Folds* folds) {
    const uint32_t word = words[threadIdx.x];
    folds[threadIdx.x] = {sort::warp_total(uint64_t{word} << 20), sort::warp_fold(word, sort::Least()),
                          sort::warp_fold(word, sort::Greatest()), sort::warp_fold(word, sort::Union())};
}

TEST(WarpFolds, take_the_words_of_all_lanes) {
    for (uint32_t odd = 0; odd < 32; ++odd) {  // the lane whose word decides
        std::vector<uint32_t> words(32);
        for (uint32_t lane = 0; lane < 32; ++lane) words[lane] = 4096 + 2 * lane;
        for (const uint32_t word : {1u, 70001u}) {
            words[odd] = word;
            std::vector<Folds> folds(32);
            emu::launcher("fold_kernel", emu::Site::current(), fold_kernel, 1, 32, 0)(words.data(),
                                                                                      folds.data());
            const auto [least, greatest] = std::minmax_element(words.begin(), words.end());
            uint64_t total = 0;
            uint32_t bits = 0;
            for (const uint32_t one : words) total += uint64_t{one} << 20, bits |= one;
            for (const Folds& fold : folds) {
                EXPECT_EQ(fold.total, total) << odd;
                EXPECT_EQ(fold.least, *least) << odd;
                EXPECT_EQ(fold.greatest, *greatest) << odd;
                EXPECT_EQ(fold.bits, bits) << odd;
            }
        }
    }
}

constexpr uint32_t kSampleThreads = 256, kSamples = 2 * kSampleThreads;

__global__ void spread_kernel(const uint32_t* keys, float* unevenness) {
    __shared__ sort::SpreadShared shared;
    emu::fresh_shared(&shared, sizeof shared);
    const uint32_t own[2] = {keys[threadIdx.x], keys[kSampleThreads + threadIdx.x]};
    float found = -1;
    sort::make_spread<kSampleThreads>(own, 127, shared, &found);
    unevenness[threadIdx.x] = found;
}

/// 512 samples in 256 cells, of which they cover 64 parts in 65. As uneven as by chance: 1. As even as can be: about half.
TEST(Spreads, say_how_uneven_their_sample_is) {
    const auto of = [](const auto& key) {
        std::vector<uint32_t> keys(kSamples);
        for (uint32_t i = 0; i < kSamples; ++i) keys[i] = key(i);
        std::vector<float> found(kSampleThreads);
        emu::launcher("spread_kernel", emu::Site::current(), spread_kernel, 1, kSampleThreads)(keys.data(),
                                                                                               found.data());
        EXPECT_EQ(std::ranges::count(found, found[0]), kSampleThreads) << "the same in all threads";
        EXPECT_EQ(sort::bucketsort::BucketMap(keys, 128).uneven(), found[0] > 1.5f) << found[0];
        return found[0];
    };
    std::mt19937 random(1);
    constexpr double kByChance = 512 * 511 / 256.0;  // who meets whom, of 512 samples in 256 cells
    EXPECT_NEAR(of([](uint32_t i) { return i << 20; }), 512 * 1.06 / kByChance, 0.03);
    EXPECT_NEAR(of([&](uint32_t) { return uint32_t(random()) >> 4; }), 65 / 64.0, 0.15);
    EXPECT_NEAR(of([](uint32_t) { return 77u; }), 512 * 511 / kByChance, 0.01);
    EXPECT_NEAR(of([](uint32_t i) { return i % 2 << 20; }), 2 * 256 * 255 / kByChance, 0.01);
    EXPECT_NEAR(of([](uint32_t i) { return i % 4 == 0 ? 1u << 27 : i << 19; }), 16.6, 0.5)
        << "128 in one cell";
    const auto image = [](uint32_t i) { return std::bit_cast<uint32_t>(float(i) / 512) | 0x80000000u; };
    EXPECT_NEAR(of(image), 512 * 1.06 / kByChance, 0.03) << "by value, of which half have one exponent";
}

TEST(Repairs, move_one_pair_in_32_of_few_and_in_64_of_many) {
    const auto movers = [](uint32_t count) { return sort::adaptive::most_movers(count); };
    EXPECT_EQ(movers(31), 0u);
    EXPECT_EQ(movers(3200), 100u);
    EXPECT_EQ(movers(131072), 4096u);
    EXPECT_EQ(movers(200000), 4096u);
    EXPECT_EQ(movers(640000), 10000u);
    EXPECT_EQ(movers(4u << 20), 32768u);
    EXPECT_EQ(movers(~0u), 32768u);
}

/// A quarter more than the displacement and 32 places, at least seven eighths of the last halo.
TEST(Repairs, let_a_halo_shrink_slowly_and_grow_at_once) {
    EXPECT_EQ(sort::adaptive::halo_after(100, 0), 157u);
    EXPECT_EQ(sort::adaptive::halo_after(0, 800), 700u);
    EXPECT_EQ(sort::adaptive::halo_after(1000, 800), 1282u);
    EXPECT_EQ(sort::adaptive::halo_of_call(0, 500), 250u);
    EXPECT_EQ(sort::adaptive::halo_of_call(499, 500), 499u);
    EXPECT_EQ(sort::adaptive::halo_of_call(sort::adaptive::kWidestHalo, 500), 500u);
}

TEST(CurrentDevice, is_the_callers_again_afterwards) {
    const auto now = [] {
        int device = -1;
        cudaGetDevice(&device);
        return device;
    };
    for (const int callers : {2, 0}) {
        cudaSetDevice(callers);
        {
            const sort::CurrentDevice on(1);
            EXPECT_EQ(now(), 1);
            const sort::CurrentDevice same(1), none(-1), zero(0);
            EXPECT_EQ(now(), 0);
        }
        EXPECT_EQ(now(), callers);
    }
    cudaSetDevice(0);
}

}  // namespace
