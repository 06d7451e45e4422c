// Calls that are repeated thousands of times hold no more memory than a few of them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>

#include "sim/pairs.h"
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

// An arena of TBB with three threads that was not used again took 6 KB a call.
void expect_constant(const std::function<void()>& call) {
    if (kKeepsWhatIsFreed) GTEST_SKIP() << "the address sanitizer keeps what is freed";
    for (int k = 0; k < 100; ++k) call();
    const int64_t before = resident_bytes();
    for (int k = 0; k < 1000; ++k) call();
    EXPECT_LT(resident_bytes() - before, 1 << 20);
}

TEST(Memory, of_searches_is_constant) {
    const auto boxes = pair_cases::random_boxes(300, 1, 3, 0.5f);
    for (const int threads : {0, 3}) {
        SCOPED_TRACE(threads);
        expect_constant(
            [&] { sim::overlapping_pairs(boxes, {.backend = sim::Backend::cpu, .threads = threads}); });
    }
}

TEST(Memory, of_searches_on_threads_of_their_own_is_constant) {
    const auto boxes = pair_cases::random_boxes(300, 1, 3, 0.5f);
    expect_constant(
        [&] { std::thread([&] { sim::overlapping_pairs(boxes, {.backend = sim::Backend::cpu}); }).join(); });
}

TEST(Memory, of_sorts_is_constant) {
    std::vector<float> keys(40000);
    for (const char* engine : {"cpu-adaptive", "cpu-radix", "tbb-sort"}) {
        for (const int threads : {0, 3}) {
            SCOPED_TRACE(std::string(engine) + ", threads " + std::to_string(threads));
            expect_constant([&] {
                sort::PairSorterConfig config{.engine = engine, .keys = sort::KeyType::f32};
                config.engine_config.threads = threads;
                std::thread([&] {
                    for (size_t i = 0; i < keys.size(); ++i) keys[i] = float(i * 7919 % 40009);
                    sort::PairSorter(uint32_t(keys.size()), config).sort_keys(keys.data(), keys.size());
                }).join();
            });
        }
    }
}

TEST(Memory, of_worlds_is_constant) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 200);
    config.threads = 3;
    expect_constant([&] { sim::World::create(config)->step(1); });
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
