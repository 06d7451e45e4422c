// What a world says of the kernels of its steps: the same on a device and emulated.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/exec/stage_kernels.h"
#include "tests/sim/sim_scene.h"

namespace testing_worlds {

inline std::vector<sim::StageTime> stages_of_a_step(sim::World& world) {
    std::vector<sim::StepReport> reports;
    world.step(1);
    world.finish();
    world.poll(reports);
    return reports.back().stages;
}

/// An entry per timed stage, with what it launches.
inline void expect_kernels_of_every_stage(const std::string& scene, const std::string& broad_phase,
                                          uint32_t bodies, const char* last = "end_kernel") {
    sim::WorldConfig config = config_of(scene, bodies, sim::Backend::cuda);
    config.broad_phase = broad_phase;
    const auto world = sim::World::create(config);
    const auto stages = stages_of_a_step(*world);
    const auto kernels = sim::kernels_of(*world);
    ASSERT_EQ(kernels.size(), stages.size());
    for (size_t k = 0; k < stages.size(); ++k) {
        EXPECT_FALSE(kernels[k].kernels.empty()) << stages[k].name;
        for (const sim::KernelLaunch& kernel : kernels[k].kernels) {
            EXPECT_FALSE(kernel.name.empty()) << stages[k].name;
            EXPECT_EQ(kernel.name.find_first_of("<(: "), std::string::npos) << kernel.name;
            EXPECT_GT(kernel.blocks, 0u) << kernel.name;
            EXPECT_GT(kernel.threads, 0u) << kernel.name;
            EXPECT_GT(kernel.registers, 0u) << kernel.name;
            EXPECT_LE(kernel.registers, 255u) << kernel.name;
        }
    }
    const sim::KernelLaunch& end = kernels.back().kernels.back();
    EXPECT_EQ(end.name, last);
    EXPECT_EQ(end.blocks, 1u);
    EXPECT_EQ(end.threads, 256u);
}

/// Nothing of steps that no graph holds; of IF nodes, that they are there.
inline void expect_kernels_only_of_captured_steps(uint32_t bodies) {
    EXPECT_TRUE(sim::kernels_of(*sim::World::create(config_of("pile", bodies))).empty());
    sim::WorldConfig config = config_of("pile", bodies, sim::Backend::cuda);
    config.engine = "fourway";
    config.engine_config.early_exit = sort::EarlyExit::if_node;
    uint32_t unlisted = 0;
    const auto captured = sim::World::create(config);
    for (const sim::StageKernels& stage : sim::kernels_of(*captured)) unlisted += stage.unlisted;
    EXPECT_EQ(unlisted, 1u);
    config.traced = true;
    const auto traced = sim::World::create(config);
    stages_of_a_step(*traced);
    EXPECT_TRUE(sim::kernels_of(*traced).empty());
}

}  // namespace testing_worlds
