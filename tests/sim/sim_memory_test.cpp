// Calls that are repeated thousands of times hold no more memory than a few of them.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>

#include "sim/pairs.h"
#include "sim/search/search_common.h"
#include "sim/shapes/prepare.h"
#include "sort/pair_sorter.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/pair_cases.h"
#include "tests/sim/sim_scene.h"

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeepsWhatIsFreed = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kKeepsWhatIsFreed = true;
#else
constexpr bool kKeepsWhatIsFreed = false;
#endif
#else
constexpr bool kKeepsWhatIsFreed = false;
#endif

int64_t resident_bytes() {
    int64_t size = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

// An arena of TBB with three threads that was not used again took 6 KB per call. Stacks and buffers come and go, some
// MB now and then: what is never freed grows in every round.
void expect_constant(int calls, const std::function<void()>& call) {
    if (kKeepsWhatIsFreed) GTEST_SKIP() << "the address sanitizer keeps what is freed";
    mallopt(M_ARENA_MAX, 1);  // else new threads bring memory of their own, up to a limit
    for (int k = 0; k < calls / 4; ++k) call();
    int64_t least = std::numeric_limits<int64_t>::max();
    for (int round = 0; round < 5 && least >= 2048 * calls; ++round) {
        const int64_t before = resident_bytes();
        for (int k = 0; k < calls; ++k) call();
        least = std::min(least, resident_bytes() - before);
    }
    EXPECT_LT(least, 2048 * calls);
}

TEST(Memory, of_searches_is_constant) {
    const auto boxes = pair_cases::random_boxes(3000, 1, 3, 0.1f);
    for (const int threads : {0, 3}) {
        SCOPED_TRACE(threads);
        const sim::PairFinderConfig config{.backend = sim::Backend::cpu, .threads = threads};
        expect_constant(200, [&] { sim::overlapping_pairs(boxes, config); });
        expect_constant(200, [&] {
            sim::PairFinder finder(3000, config);
            finder.find(boxes.data(), boxes.size());
        });
    }
}

TEST(Memory, of_calls_on_threads_of_their_own_is_constant) {
    const auto boxes = pair_cases::random_boxes(3000, 1, 3, 0.1f);
    std::vector<uint32_t> ids(60000);
    std::iota(ids.begin(), ids.end(), 0u);
    expect_constant(150, [&] { std::thread([&] { sim::normalized_pairs(ids, ids); }).join(); });
    expect_constant(200, [&] {
        std::thread([&] { sim::overlapping_pairs(boxes, {.backend = sim::Backend::cpu}); }).join();
    });
    std::vector<uint32_t> keys(33000);
    for (const char* engine : {"cpu-adaptive", "cpu-radix", "tbb-sort"}) {
        SCOPED_TRACE(engine);
        expect_constant(150, [&] {
            std::thread([&] {
                sort::PairSorter sorter(uint32_t(keys.size()), {.engine = engine});
                for (int k = 0; k < 2; ++k) {
                    for (size_t i = 0; i < keys.size(); ++i) keys[i] = uint32_t(i * 7919 % 40009);
                    sorter.sort_keys(keys.data(), keys.size());
                }
            }).join();
        });
    }
}

TEST(Memory, of_sorts_and_worlds_is_constant) {
    std::vector<float> keys(33000);
    sort::PairSorterConfig of_floats{.engine = "cpu-radix", .keys = sort::KeyType::f32};
    of_floats.engine_config.threads = 3;
    expect_constant(150, [&] {
        for (size_t i = 0; i < keys.size(); ++i) keys[i] = float(i * 7919 % 40009);
        sort::PairSorter(uint32_t(keys.size()), of_floats).sort_keys(keys.data(), keys.size());
    });
    sim::WorldConfig config = testing_worlds::config_of("gas", 200);
    config.threads = 3;
    expect_constant(100, [&] { sim::World::create(config)->step(1); });
}

// Arenas are used again, but never by two at once.
TEST(Memory, searches_at_once_on_many_threads_are_right) {
    const auto boxes = pair_cases::random_boxes(3000, 1, 3, 0.2f);
    const auto expected = pair_cases::reference_pairs(boxes);
    std::vector<std::thread> threads;
    std::vector<int> wrong(6);
    for (int& own : wrong) {
        threads.emplace_back([&] {
            for (int k = 0; k < 20; ++k)
                own +=
                    sim::overlapping_pairs(boxes, {.backend = sim::Backend::cpu, .threads = 2}) != expected;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(6));
}

}  // namespace
