// A thousand simulated frames on the CPU, every sort of every frame compared (tests/gpu has those on CUDA).
#include "tests/sim/sim_frames_suite.h"

using namespace testing_worlds;

namespace {

struct HostMemory {
    using Words = std::vector<uint32_t>;
    static void copy(uint32_t* to, const uint32_t* from, size_t count, sort::Stream) {
        std::copy(from, from + count, to);
    }
};

const bool registered = sort::add_engine(watched_engine<HostMemory>(sort::Backend::cpu));

TEST(Frames, a_thousand_of_each_scene_are_sorted_like_std_stable_sort) {
    for (const sort::Engine* engine : engines_to_watch(sort::Backend::cpu)) {
        for (const char* scene : {"gas", "pile"})
            expect_sorted_frames(config_of(scene, 10000), *engine, 1000);
    }
}

TEST(Frames, of_a_broad_phase_that_sorts_three_axes_are_too) {
    for (const sort::Engine* engine : engines_to_watch(sort::Backend::cpu)) {
        sim::WorldConfig config = config_of("gas", 5000);
        config.broad_phase = "endpoint";
        expect_sorted_frames(config, *engine, 300);
    }
}

TEST(Frames, of_a_wrong_sort_are_found_out) {
    uint32_t words[4][4] = {{5, 2, 7, 2}, {0, 1, 2, 3}, {2, 2, 5, 7}, {1, 3, 0, 2}};
    const SortRecord record{words[0], words[1], words[2], words[3], nullptr, 4};
    EXPECT_EQ(check_sort(record).difference, "");
    EXPECT_EQ(check_sort(record).descents, 2u);
    EXPECT_EQ(check_sort(record).max_shift, 2u);
    std::swap(words[3][0], words[3][1]);  // equal keys, the later one first
    EXPECT_NE(check_sort(record).difference, "");
}

}  // namespace
