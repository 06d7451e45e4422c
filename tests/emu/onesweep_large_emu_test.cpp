// The phases of a large sort, emulated on the CPU with blocks of 64 and 128 threads, so that many tiles look
// back at one another and a short input has thousands of windows: digit by digit, launched together and one
// by one. The kernels are written as rewrite.py leaves them.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "sort/engines/onesweep_large.cuh"
#include "tests/emu/emu_cases.h"

namespace {

namespace cg = cooperative_groups;
using sort::onesweep::DigitSort;
using Words = std::vector<uint32_t>;

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
        ASSERT_EQ(cudaLaunchCooperativeKernel(emu::named("digits_kernel", digits_kernel<kThreads, kItems>), 6,
                                              kThreads, arguments, bytes, nullptr),
                  cudaSuccess);
    }

    const Words places = stable_places(input.keys, begin, end);
    bool ordered = true;
    for (uint32_t i = 0; i < count; ++i) {
        if (has_values) {
            ASSERT_EQ(values[i], places[i]) << input.what << ", place " << i << " of " << count;
        }
        ASSERT_EQ(keys[i], input.keys[places[i]]) << input.what << ", place " << i << " of " << count;
        ordered = ordered && places[i] == i;
    }
    EXPECT_EQ(digit_words.out_of_order, ordered ? 0u : 1u) << input.what;
}

constexpr emu::Order kOrders[] = {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled};

TEST(OnesweepLarge, sorts_by_digits_in_one_launch) {
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

TEST(OnesweepLarge, sorts_by_digits_in_launches_of_one_phase) {
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

TEST(OnesweepLarge, sorts_by_digits_of_some_bits_and_keys_alone) {
    uint32_t seed = 200;
    for (const auto& [begin, end] : {std::pair{0, 9}, {3, 30}, {8, 32}, {31, 32}, {5, 5}}) {
        for (const Case& input : cases(3001, ++seed)) {
            emu::set_order(kOrders[seed % 3], seed);
            ++seed;
            sorts_by_digits<128, 12>(input, begin, end, false, true);
        }
    }
    for (const Case& input : cases(5000, 7)) sorts_by_digits<128, 8>(input, 0, 32, false, false);
    emu::set_order(emu::Order::mixed, 1);
}

using sort::onesweep::LargeSort;
using sort::onesweep::LargeWay;

using Shape = sort::onesweep::LargeShape<256, 8, 8, 2>;
using Large = sort::onesweep::SortLarge<Shape>;

/// `way` gets what the sort did.
__global__ void large_kernel(LargeSort task, LargeWay* way) {
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ Large::Shared shared;
    emu::fresh_shared(&shared, sizeof shared);
    const auto grid = cg::this_grid();
    const LargeWay taken = Large::run(
        task, [&] { grid.sync(); }, words, shared);
    if (grid.thread_rank() == 0) *way = taken;
}

/// The same, a phase a launch, as for an observer.
__global__ void large_phase_kernel(LargeSort task, LargeWay* way, int phase) {
    auto* words = static_cast<uint32_t*>(emu::dynamic_shared());
    __shared__ Large::Shared shared;
    emu::fresh_shared(&shared, sizeof shared);
    if (phase == 0) return Large::prepare(task, words, shared);
    if (phase == 1) return Large::count(task, words);
    const LargeWay taken = Large::way(task);
    if (blockIdx.x == 0 && threadIdx.x == 0) *way = taken;
    if (taken != LargeWay::buckets) return;
    if (phase == 2 || phase == 3)
        return Large::partition(task, static_cast<uint32_t>(phase) - 2, words, shared);
    if (phase == 4) return Large::find(task);
    if (phase == 5) return Large::order(task, words, shared);
    Large::order_crowded(task, words, shared);
}

/// What the sort did with it.
struct Done {
    LargeWay way;
    bool crowded, overflowed;
};

Done sorts_large(const Case& input, uint32_t id_bits, bool has_values, int begin = 0, int end = 32,
                 bool phases = false) {
    const auto count = static_cast<uint32_t>(input.keys.size());
    Words keys = input.keys, values(count), other_keys(count), other_values(count);
    std::iota(values.begin(), values.end(), 0u);
    std::vector<ulonglong2> status(Large::status_words(count) / 2 + 1, ulonglong2{~0ull, ~0ull});
    std::vector<sort::onesweep::Window> windows(Large::most_windows(count)), crowded(2 * windows.size());
    sort::onesweep::LargeWords large_words;
    std::memset(static_cast<void*>(&large_words), 0xcd, sizeof large_words);
    LargeSort task{{{keys.data(), has_values ? values.data() : nullptr, count},
                    {other_keys.data(), has_values ? other_values.data() : nullptr, count},
                    begin,
                    end,
                    &large_words.digits,
                    &status[0].x},
                   &large_words,
                   windows.data(),
                   crowded.data(),
                   id_bits,
                   true};
    LargeWay way{};
    LargeWay* to = &way;
    void* arguments[] = {&task, &to};
    const size_t bytes = Large::kWords * sizeof(uint32_t);
    if (phases) {
        for (int phase = 0; phase < 7; ++phase) {
            emu::launcher("large_phase_kernel", emu::Site::current(), large_phase_kernel, 5, Shape::kThreads,
                          bytes)(task, to, phase);
        }
    } else {
        cudaFuncSetAttribute(large_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes));
        EXPECT_EQ(cudaLaunchCooperativeKernel(emu::named("large_kernel", large_kernel), 6, Shape::kThreads,
                                              arguments, bytes, nullptr),
                  cudaSuccess);
    }
    const Words places = stable_places(input.keys, begin, end);
    for (uint32_t i = 0; i < count; ++i) {
        const bool right = keys[i] == input.keys[places[i]] && (!has_values || values[i] == places[i]);
        EXPECT_TRUE(right) << input.what << ", place " << i << " of " << count << ": key " << keys[i]
                           << " not " << input.keys[places[i]] << ", value " << values[i] << " not "
                           << places[i];
        if (!right) break;
    }
    return {way, large_words.units.crowded > 0, large_words.units.overflow != 0};
}

Case find_case(const char* what, uint32_t count, uint32_t seed) {
    for (const Case& one : cases(count, seed)) {
        if (one.what == std::string(what)) return one;
    }
    ADD_FAILURE() << what;
    return {};
}

TEST(OnesweepLarge, partitions_and_orders_or_sorts_by_digits) {
    uint32_t seed = 300;
    for (const auto& [count, id_bits] : {std::pair{20000u, 10u}, {65536u, 16u}, {100001u, 14u}}) {
        for (const Case& input : cases(count, ++seed)) {
            emu::set_order(kOrders[seed % 3], seed);
            ++seed;
            sorts_large(input, id_bits, seed % 4 != 0);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(OnesweepLarge, partitions_and_orders_in_launches_of_one_phase) {
    uint32_t seed = 400;
    for (const uint32_t count : {10000u, 65537u}) {
        const Done done = sorts_large(find_case("random", count, ++seed), 12, true, 0, 32, true);
        EXPECT_EQ(done.way, LargeWay::buckets);
    }
}

TEST(OnesweepLarge, takes_the_way_that_the_sample_suggests) {
    EXPECT_EQ(sorts_large(find_case("random", 30000, 1), 12, true).way, LargeWay::buckets);
    EXPECT_EQ(sorts_large(find_case("in order", 30000, 1), 12, true).way, LargeWay::in_order);
    EXPECT_EQ(sorts_large(find_case("24 bits", 30000, 1), 12, true).way, LargeWay::digits);
    EXPECT_EQ(sorts_large(find_case("random", 30000, 1), 12, true, 0, 30).way, LargeWay::digits);
    EXPECT_EQ(sorts_large(find_case("random", 30000, 1), 12, true, 2, 32).way, LargeWay::digits);
}

TEST(OnesweepLarge, a_bucket_too_large_is_right_when_its_keys_are_equal) {
    const Done equal = sorts_large(find_case("eight values", 65536, 2), 16, true);
    EXPECT_EQ(equal.way, LargeWay::buckets);
    EXPECT_FALSE(equal.overflowed);
    Case input = find_case("eight values", 65536, 2);
    for (const uint32_t at : {30u, 40000u, 65535u}) {
        // One key more in the same bucket: wherever it stands, some unit sees it.
        Case other = input;
        other.keys[at] += other.keys[at] < 0x80000000u ? 1 : -1;
        const Done done = sorts_large(other, 16, true);
        EXPECT_EQ(done.way, LargeWay::digits) << at;
        EXPECT_TRUE(done.overflowed) << at;
    }
}

TEST(OnesweepLarge, orders_units_that_crowd_their_bins) {
    // Buckets of a few values each, but not all equal.
    std::mt19937 random(5);
    Case input{"values of many copies", Words(60000)};
    for (uint32_t& key : input.keys) key = static_cast<uint32_t>(random() % 900) * 4772185u;
    const Done done = sorts_large(input, 16, true);
    EXPECT_EQ(done.way, LargeWay::buckets);
    EXPECT_TRUE(done.crowded);
}

}  // namespace
