// A hundred thousand bodies for a thousand steps: the bits of the CPU, with the broad phases that are fast
// enough; and sets of up to a million boxes.
#include <gtest/gtest.h>

#include "sim/search/pair_search.h"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/nasty_boxes.h"
#include "tests/sim/sim_scene.h"

using namespace testing_worlds;

namespace {

using CudaLarge = Cuda;

TEST_F(CudaLarge, worlds_have_the_bits_of_the_cpu_after_1000_steps) {
    for (const char* scene : kSphereScenes) {
        const uint64_t expected = hash_after(config_of(scene, 100000), 1000);
        for (const char* broad_phase : {"columns", "sweep"}) {
            sim::WorldConfig config = config_of(scene, 100000, sim::Backend::cuda);
            config.broad_phase = broad_phase;
            EXPECT_EQ(expected, hash_after(config, 1000)) << scene << ", " << broad_phase;
        }
    }
}

TEST_F(CudaLarge, sets_have_the_pairs_that_the_cpu_finds) {
    for (const auto& kind : nasty_boxes::kKinds) {
        // As many as have a few million pairs at most: the kinds are dense.
        const auto boxes = nasty_boxes::make(kind, 3000, 7);
        const auto expected = sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "columns", 0, 0});
        EXPECT_TRUE(sim::find_pairs(boxes, {sim::Backend::cuda, "adaptive", "columns", 0, 0}) == expected)
            << kind.name;
    }
    sim::Random random(3);
    std::vector<sim::Box> boxes(1000000);
    for (const float ratio :
         {1.0f, 8.0f, 50.0f}) {  // of one box in 10000; more of them, and pairs are billions
        for (size_t i = 0; i < boxes.size(); ++i) {
            const float size = (0.5f + random.unit()) * (i % 10000 == 0 ? ratio : 1);
            for (int axis = 0; axis < 3; ++axis) {
                boxes[i].min[axis] = 100 * random.unit();
                boxes[i].max[axis] = boxes[i].min[axis] + size;
            }
        }
        const auto expected = sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "columns", 0, 0});
        EXPECT_TRUE(sim::find_pairs(boxes, {sim::Backend::cuda, "adaptive", "columns", 0, 0}) == expected)
            << "sizes 1 to " << ratio;
    }
}

}  // namespace
