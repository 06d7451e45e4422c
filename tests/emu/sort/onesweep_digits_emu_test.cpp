// The phases of a large sort, emulated on the CPU with blocks of 128 threads and more, so that a short input
// has many tiles that look back at one another: digit by digit, launched together and one by one. The kernels
// are written as rewrite.py leaves them.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "sort/engines/bucketsort/state.cuh"
#include "sort/registry.h"
#include "tests/emu/emu_cases.h"

namespace {

namespace cg = cooperative_groups;
using sort::onesweep::DigitSort;
using Words = std::vector<uint32_t>;

// More than 32 bits count.
static_assert(sort::onesweep::SortByDigits<32, 1>::status_words(sort::onesweep::kMostPairs) == 0x100000000u);

/// What std::stable_sort makes of the keys' bits [begin, end): the values are the places before.
Words stable_places(const Words& keys, int begin, int end) {
    const sort::KeyBits bits = sort::key_bits(begin, end);
    Words places(keys.size());
    std::iota(places.begin(), places.end(), 0u);
    std::stable_sort(places.begin(), places.end(),
                     [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); });
    return places;
}

struct Case {
    const char* what;
    Words keys;
};

/// Inputs of `count` keys: all kinds that take another way somewhere.
std::vector<Case> cases(uint32_t count, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Case> all;
    const auto add = [&](const char* what, auto key) {
        Words keys(count);
        for (uint32_t i = 0; i < count; ++i) keys[i] = key(i);
        all.push_back({what, keys});
    };
    add("random", [&](uint32_t) { return static_cast<uint32_t>(random()); });
    add("in order", [&](uint32_t i) { return i * 7; });
    add("reversed", [&](uint32_t i) { return ~i; });
    add("equal", [&](uint32_t) { return 0xffffffffu; });
    add("two values", [&](uint32_t) { return random() % 2 * 0xff00ff00u; });
    add("eight values", [&](uint32_t) { return random() % 8 * 0x1fffffffu; });
    add("three words ANDed", [&](uint32_t) { return static_cast<uint32_t>(random() & random() & random()); });
    add("24 bits", [&](uint32_t) { return static_cast<uint32_t>(random() & 0xffffffu); });
    add("the middle byte", [&](uint32_t) { return static_cast<uint32_t>(random() & 0xff00u) | 0x55000011u; });
    add("a heap among random",
        [&](uint32_t i) { return i % 3 ? static_cast<uint32_t>(random()) : 77000077u; });
    add("a tight cluster among random", [&](uint32_t i) {
        return i % 3 ? static_cast<uint32_t>(random()) : 1u << 30 | static_cast<uint32_t>(random() % 8000);
    });
    return all;
}

template <uint32_t kThreads, uint32_t kItems>
__global__ void digits_kernel(DigitSort task) {
    using Sort = sort::onesweep::SortByDigits<kThreads, kItems>;
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ typename Sort::Shared shared;
    emu::fresh_shared(&shared, sizeof shared);
    const auto grid = cg::this_grid();
    Sort::run(
        task, [&] { grid.sync(); }, words, shared);
}

/// One phase a launch, as for an observer: -2 clears, -1 counts, kMostPasses copies.
template <uint32_t kThreads, uint32_t kItems>
__global__ void digits_phase_kernel(DigitSort task, int phase) {
    using Sort = sort::onesweep::SortByDigits<kThreads, kItems>;
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ typename Sort::Shared shared;
    emu::fresh_shared(&shared, sizeof shared);
    if (phase == -2) return Sort::clear(task);
    if (phase == -1) return Sort::count(task, words);
    const uint32_t to_run = Sort::passes_to_run(task, shared);
    if (phase == sort::onesweep::kMostPasses) return Sort::copy(task, to_run);
    Sort::pass(task, static_cast<uint32_t>(phase), to_run, words, shared);
}

template <uint32_t kThreads, uint32_t kItems>
void sorts_by_digits(const Case& input, int begin, int end, bool phases, bool has_values) {
    using Sort = sort::onesweep::SortByDigits<kThreads, kItems>;
    const auto count = static_cast<uint32_t>(input.keys.size());
    Words keys = input.keys, values(count), other_keys(count), other_values(count);
    std::iota(values.begin(), values.end(), 0u);
    std::vector<ulonglong2> status(Sort::status_words(count) / 2 + 1, ulonglong2{~0ull, ~0ull});
    sort::onesweep::DigitWords digit_words;
    std::memset(&digit_words, 0xcd, sizeof digit_words);
    DigitSort task{{keys.data(), has_values ? values.data() : nullptr, count},
                   {other_keys.data(), has_values ? other_values.data() : nullptr, count},
                   begin,
                   end,
                   &digit_words,
                   &status[0].x};
    const size_t bytes = Sort::kWords * sizeof(uint32_t);
    if (phases) {
        for (int phase = -2; phase <= static_cast<int>(sort::onesweep::kMostPasses); ++phase) {
            emu::launcher("digits_phase_kernel", emu::Site::current(), digits_phase_kernel<kThreads, kItems>,
                          5, kThreads, bytes)(task, phase);
        }
    } else {
        void* arguments[] = {&task};
        constexpr unsigned kBlocks = kThreads > 512 ? 3 : 6;  // that fit the emulated device at once
        ASSERT_EQ(cudaLaunchCooperativeKernel(emu::named("digits_kernel", digits_kernel<kThreads, kItems>),
                                              kBlocks, kThreads, arguments, bytes, nullptr),
                  cudaSuccess);
    }

    const Words places = stable_places(input.keys, begin, end);
    for (uint32_t i = 0; i < count; ++i) {
        if (has_values) {
            ASSERT_EQ(values[i], places[i]) << input.what << ", place " << i << " of " << count;
        }
        ASSERT_EQ(keys[i], input.keys[places[i]]) << input.what << ", place " << i << " of " << count;
    }
}

constexpr emu::Order kOrders[] = {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled};

TEST(BucketsortDigits, sorts_by_digits_in_one_launch) {
    uint32_t seed = 1;
    for (const uint32_t count : {2u, 255u, 1024u, 1025u, 20011u}) {
        for (const Case& input : cases(count, ++seed)) {
            emu::set_order(kOrders[seed % 3], seed);
            ++seed;
            sorts_by_digits<128, 8>(input, 0, 32, false, true);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(BucketsortDigits, looks_back_over_many_tiles) {
    uint32_t seed = 300;
    for (const emu::Order order : kOrders) {
        const Case input = cases(40961, ++seed).front();
        emu::set_order(order, seed);
        sorts_by_digits<128, 2>(input, 0, 24, false, true);
        sorts_by_digits<256, 2>(input, 0, 24, false, true);
        sorts_by_digits<512, 2>(input, 0, 24, false, true);
        sorts_by_digits<1024, 2>(input, 0, 24, false, true);
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(BucketsortDigits, sorts_by_digits_in_launches_of_one_phase) {
    uint32_t seed = 100;
    for (const uint32_t count : {700u, 9000u}) {
        for (const Case& input : cases(count, ++seed)) {
            emu::set_order(kOrders[seed % 3], seed);
            ++seed;
            sorts_by_digits<128, 4>(input, 0, 32, true, true);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
}

/// Keys that differ in some bytes alone, of all sixteen sets, so that passes are skipped before, between and behind
/// those that run; values of the bytes, lengths and the order of threads are drawn.
TEST(BucketsortDigits, every_set_of_bytes_that_are_equal_is_skipped) {
    std::mt19937 random(77);
    for (uint32_t bytes = 0; bytes < 16; ++bytes) {
        uint32_t differ = 0;
        for (int byte = 0; byte < 4; ++byte) differ |= bytes >> byte & 1 ? 0xffu << 8 * byte : 0;
        for (const bool phases : {false, true}) {
            const auto equal = static_cast<uint32_t>(random()) & ~differ;
            const uint32_t few = random() % 2 ? ~0u : 0x03010701u;  // values of each byte
            Words keys(2000 + random() % 3000);
            for (uint32_t& key : keys) key = (static_cast<uint32_t>(random()) & few & differ) | equal;
            const std::string what = "bytes that differ: " + std::to_string(bytes);
            emu::set_order(kOrders[random() % 3], static_cast<uint32_t>(random()));
            sorts_by_digits<128, 4>({what.c_str(), keys}, 0, 32, phases, random() % 4 != 0);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(BucketsortDigits, sorts_by_digits_of_some_bits_and_keys_alone) {
    uint32_t seed = 200;
    for (const auto& [begin, end] : {std::pair{0, 9}, {3, 30}, {8, 32}, {31, 32}, {5, 5}}) {
        for (const Case& input : cases(3001, ++seed)) {
            emu::set_order(kOrders[seed % 3], seed);
            ++seed;
            sorts_by_digits<128, 12>(input, begin, end, false, true);
        }
    }
    for (const Case& input : cases(5000, 7)) sorts_by_digits<128, 8>(input, 0, 32, false, false);
    for (const Case& input : cases(6000, 8)) sorts_by_digits<128, 20>(input, 0, 32, false, true);
    for (const Case& input : cases(6000, 9)) sorts_by_digits<128, 20>(input, 0, 32, false, false);
    emu::set_order(emu::Order::mixed, 1);
}

/// The whole engine, one sort behind the other, at addresses that 16 does not divide: in order, or with one
/// descent that no block sees at once.
TEST(BucketsortDigits, a_large_sort_asks_first_whether_the_keys_are_in_order) {
    using sort::bucketsort::Path;
    constexpr uint32_t kCapacity = 70001;
    const auto sorter = sort::make_sorter(*sort::find_engine("bucketsort"), kCapacity);
    sort::Report report{};
    sort::Options options;
    options.report = &report;
    const auto path_of = [&](Words keys, uint32_t offset) {
        const Words places = stable_places({keys.begin() + offset, keys.end()}, 0, 32), before = keys;
        Words values(keys.size() - offset);
        std::iota(values.begin(), values.end(), 0u);
        sorter->sort({keys.data() + offset, values.data(), static_cast<uint32_t>(values.size())}, nullptr,
                     options);
        EXPECT_EQ(values, places);
        for (uint32_t i = 0; i < places.size(); ++i) EXPECT_EQ(keys[offset + i], before[offset + places[i]]);
        return static_cast<Path>(report.path);
    };
    for (uint32_t turn = 0; turn < 8; ++turn) {
        const uint32_t offset = turn % 4, count = kCapacity - 2000 * turn;
        emu::set_order(kOrders[turn % 3], turn);
        Words keys(offset + count, ~0u);
        std::iota(keys.begin() + offset, keys.end(), 1000u);
        EXPECT_EQ(path_of(keys, offset), Path::in_order) << turn;
        std::swap(keys[offset + 1 + turn * 7641], keys[offset + turn * 7641]);
        EXPECT_EQ(path_of(keys, offset), Path::digits) << turn;
        options.check_order = turn % 2 == 0;
        std::sort(keys.begin() + offset, keys.end());
        EXPECT_EQ(path_of(keys, offset), options.check_order ? Path::in_order : Path::digits);
        options.check_order = true;
    }
    emu::set_order(emu::Order::mixed, 1);
}

}  // namespace
