// Keys that no linear map of them divides evenly, sorted in the one launch for sorts of a tile a block, its
// kernel emulated on the CPU: by buckets between splitters, or by digits where the sample misleads. The
// kernel is written as rewrite.py leaves it.
#include <cooperative_groups.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "sort/base/tiles.h"
#include "sort/engines/bucketsort/mid.cuh"
#include "sort/lab/inputs.h"
#include "tests/emu/emu_cases.h"

namespace {

namespace cg = cooperative_groups;
using sort::bucketsort::MidShape;
using sort::bucketsort::Path;
using Words = std::vector<uint32_t>;

struct EmulatedGridBarrier {
    void operator()() const { cg::this_grid().sync(); }
};

template <class Shape>
__global__ void mid_kernel(sort::bucketsort::Args args) {
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ sort::bucketsort::MidShared<Shape> shared;
    emu::fresh_shared(&shared, sizeof shared);
    sort::bucketsort::mid_sort<Shape, EmulatedGridBarrier>(args, words, shared);
}

struct Options {
    int begin_bit = 0, end_bit = 32;
    bool values = true, check_order = true;
};

/// Sorts the keys with their places as values, compares with std::stable_sort, and returns the path.
template <class Shape>
Path path_of(const char* what, const Words& input, const Options& options = {}) {
    const auto count = static_cast<uint32_t>(input.size());
    Words keys = input, values(count), other_keys(count), other_values(count);
    std::iota(values.begin(), values.end(), 0u);
    constexpr unsigned kBlocks = Shape::kThreads > 512 ? 3 : 6;  // that fit the emulated device at once
    EXPECT_LE(count, kBlocks * Shape::kTilePairs) << what;
    std::vector<uint4> rows(kBlocks * 512 / 8);
    std::vector<ulonglong2> status(Shape::Digits::status_words(count) / 2 + 1);
    sort::onesweep::DigitWords digit_words;
    sort::bucketsort::State state{};
    sort::Report report{};
    sort::bucketsort::Args args{};
    args.pairs = {keys.data(), options.values ? values.data() : nullptr, count};
    args.scratch = {other_keys.data(), options.values ? other_values.data() : nullptr, count};
    args.bits = sort::key_bits(options.begin_bit, options.end_bit);
    args.end_of_bits = options.end_bit - options.begin_bit;
    args.check_order = options.check_order;
    args.tile_pairs = (sort::tile_count(count, kBlocks) + 31) / 32 * 32;
    args.rows = reinterpret_cast<uint16_t*>(rows.data());
    args.state = &state;
    args.report = &report;
    args.digits = {args.pairs, args.scratch, options.begin_bit, options.end_bit, &digit_words, &status[0].x};
    void* arguments[] = {&args};
    constexpr size_t kBytes = sort::bucketsort::MidSort<Shape>::kWords * sizeof(uint32_t);
    cudaFuncSetAttribute(mid_kernel<Shape>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
    const auto kernel = emu::named("mid_kernel", mid_kernel<Shape>);
    EXPECT_EQ(cudaLaunchCooperativeKernel(kernel, kBlocks, Shape::kThreads, arguments, kBytes, nullptr),
              cudaSuccess)
        << what;

    Words places(count);
    std::iota(places.begin(), places.end(), 0u);
    std::stable_sort(places.begin(), places.end(),
                     [&](uint32_t a, uint32_t b) { return args.bits(input[a]) < args.bits(input[b]); });
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (keys[i] != input[places[i]] || (options.values && values[i] != places[i])) ++wrong;
    }
    EXPECT_EQ(wrong, 0u) << what << ", pairs of " << count;
    EXPECT_EQ(state.out_of_order, 0u) << what;
    return static_cast<Path>(report.path);
}

template <class Key>
Words each(uint32_t count, Key key) {
    Words keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = key(i);
    return keys;
}

Words made(const char* kind, uint32_t count) { return sort::make_keys(sort::parse_input(kind), count, 7); }

struct Case {
    const char* what;
    Words keys;
};

/// One key at `share` of a 256th among keys that are spread.
Words with_heap(uint32_t count, double share, uint32_t seed) {
    std::mt19937 random(seed);
    const auto least = static_cast<uint32_t>(share / 256 * 4294967295.0);
    return each(count, [&](uint32_t) {
        const auto key = static_cast<uint32_t>(random());
        return random() < least ? 0x77000077u : key;
    });
}

/// All that no linear map divides evenly, or nearly.
std::vector<Case> cases(uint32_t count) {
    std::mt19937 random(3);
    std::vector<Case> all;
    for (const char* kind :
         {"gaussian", "few:2", "few:8", "few:60", "few:128", "few:300", "few:2000", "zipf", "clusters:5",
          "clusters:64", "lattice:9", "lattice:128", "entropy:3", "intruder", "sawtooth"}) {
        all.push_back({kind, made(kind, count)});
    }
    all.push_back({"a heap", with_heap(count, 20, 1)});
    all.push_back({"a heap of a share", with_heap(count, 1, 2)});
    all.push_back({"a heap of two shares", with_heap(count, 2, 3)});
    all.push_back({"a heap of three shares", with_heap(count, 3, 4)});
    all.push_back({"half 0, half ~0", each(count, [&](uint32_t) { return random() % 2 ? ~0u : 0u; })});
    all.push_back({"half 0, half random",
                   each(count, [&](uint32_t i) { return i % 2 ? static_cast<uint32_t>(random()) : 0u; })});
    all.push_back({"half ~0, half random",
                   each(count, [&](uint32_t i) { return i % 2 ? static_cast<uint32_t>(random()) : ~0u; })});
    all.push_back({"a cluster among random", each(count, [&](uint32_t i) {
                       return i % 3 ? static_cast<uint32_t>(random())
                                    : 1u << 30 | static_cast<uint32_t>(random() % 8000);
                   })});
    // Even buckets with two keys each, which crowd in their bins and have all low bits in common.
    all.push_back({"multiples of 2^24",
                   each(count, [&](uint32_t) { return static_cast<uint32_t>(random()) & 0xff000000u; })});
    all.push_back({"floats of all exponents", each(count, [&](uint32_t) {
                       const auto bits = static_cast<uint32_t>(random());
                       return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
                   })});
    return all;
}

class SortBySplitters : public testing::Test {
protected:
    void TearDown() override { emu::set_order(emu::Order::mixed, 1); }
};

constexpr emu::Order kOrders[] = {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled};

/// Each kind in one of three lengths, and in another order with the next.
TEST_F(SortBySplitters, sorts_uneven_keys_in_buckets) {
    constexpr uint32_t kCounts[] = {12288, 11777, 9000};
    for (uint32_t turn = 0; turn < 3; ++turn) {
        const std::vector<Case> all = cases(kCounts[turn]);
        for (uint32_t kind = turn; kind < all.size(); kind += 3) {
            emu::set_order(kOrders[kind / 3 % 3], kind);
            using Shape = MidShape<512, 4, 8, 7>;
            EXPECT_EQ(path_of<Shape>(all[kind].what, all[kind].keys), Path::buckets)
                << all[kind].what << " of " << kCounts[turn];
        }
    }
}

/// The shapes for a million pairs and for two, every other kind in each; those with many ties in both. Not
/// shuffled: three blocks with hundreds of runs of ties are so long without an atomic that the emulation takes it
/// for a livelock.
template <class Shape>
void sort_in_512_buckets(uint32_t count, uint32_t turn) {
    uint32_t kind = turn;
    for (const Case& input : cases(count)) {
        const bool ties = input.what == std::string("zipf") || input.what == std::string("entropy:3");
        ++kind;
        if (!ties && kind % 2 == 0) continue;
        emu::set_order(kOrders[kind / 2 % 2], kind);
        EXPECT_EQ(path_of<Shape>(input.what, input.keys), ties ? Path::digits : Path::buckets) << input.what;
    }
}

TEST_F(SortBySplitters, sorts_uneven_keys_in_512_buckets_but_for_many_ties) {
    sort_in_512_buckets<MidShape<1024, 8, 16, 7>>(20011, 0);
#ifndef SWEEPLAB_SANITIZED  // a larger shape of the same code
    sort_in_512_buckets<MidShape<1024, 16, 16, 8>>(40000, 1);
#endif
}

/// Each kind with two of the four ranges of bits.
TEST_F(SortBySplitters, sorts_by_some_bits_and_keys_alone) {
    using Shape = MidShape<512, 2, 4, 7>;
    uint32_t range = 0;
    for (const auto& [begin, end] : {std::pair{0, 32}, {3, 30}, {8, 32}, {0, 17}}) {
        uint32_t kind = range++;
        for (const Case& input : cases(6001)) {
            ++kind;
            if (kind / 2 % 2 != 0) continue;
            emu::set_order(kOrders[kind % 3], kind);
            const bool few_bits = begin != 0 || end != 32;
            path_of<Shape>(input.what, input.keys, {begin, end, few_bits, kind % 2 == 0});
        }
    }
}

/// What looks even to the first sample and does not fit, and what the second does not see either.
TEST_F(SortBySplitters, goes_by_digits_where_the_sample_misleads) {
    using Shape = MidShape<512, 4, 8, 7>;
    constexpr uint32_t kCount = 12288, kSamples = sort::bucketsort::Samples<Shape::kSplitterBits>::kCount;
    std::mt19937 random(5);
    std::vector<bool> sampled(kCount);
    for (uint32_t i = 0; i < kSamples; ++i) {
        sampled[static_cast<uint64_t>(i * 0x9e3779b1u) * kCount >> 32] = true;
    }
    for (const bool even : {true, false}) {
        const Words keys = each(kCount, [&](uint32_t i) {
            const uint32_t key = static_cast<uint32_t>(random()) & (even || i % 2 != 0 ? ~0u : 0xffffu);
            return sampled[i] ? key : 0x12345678u + i % 3;
        });
        EXPECT_EQ(path_of<Shape>("hidden heap", keys), Path::digits) << even;
    }
}

TEST_F(SortBySplitters, leaves_what_is_in_order) {
    using Shape = MidShape<512, 4, 8, 7>;
    Words keys = made("gaussian", 12000);
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(path_of<Shape>("in order", keys), Path::in_order);
    EXPECT_EQ(path_of<Shape>("in order, not asked", keys, {0, 32, true, false}), Path::buckets);
    std::swap(keys[0], keys[11999]);
    EXPECT_EQ(path_of<Shape>("all but two in order", keys), Path::buckets);
    EXPECT_EQ(path_of<Shape>("too few for a sample", made("gaussian", 4000)), Path::digits);
}

}  // namespace
