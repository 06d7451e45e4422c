// On a GPU: what is drawn of gravity's tree is listed as the CPU lists it.
#include <cstring>
#include <memory>

#include "app/observe/morton_curve.h"
#include "app/observe/on_cuda.cuh"
#include "app/observe/tree_boxes.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "tests/app/observe_cpu.h"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_gravity.h"

namespace {

/// A galaxy of each backend, a few steps old.
class TreeLists : public testing_worlds::Cuda {
protected:
    static std::unique_ptr<sim::World> galaxy(sim::Backend backend) {
        sim::WorldConfig config = gravity_worlds::config_of("galaxy", 3000);
        config.backend = backend;
        config.engine = sim::default_engine(backend);
        auto world = sim::World::create(config);
        world->step(3);
        world->finish();
        return world;
    }
    void SetUp() override {
        Cuda::SetUp();
        if (IsSkipped()) return;
        host_ = galaxy(sim::Backend::cpu);
        device_ = galaxy(sim::Backend::cuda);
        observer_ = std::make_unique<app::CudaObserver>(0);
    }
    /// Who works behind the device's last step.
    sim::CudaExec& on_device() { return observer_->after(*device_); }

    /// What is written on the device, in host memory.
    template <class List>
    std::unique_ptr<List> listed(const auto& list) {
        sort::DeviceBuffer<uint32_t> out(sizeof(List) / sizeof(uint32_t));
        list(reinterpret_cast<List*>(out.data()));
        auto copy = std::make_unique<List>();
        sort::check(cudaStreamSynchronize(cudaStream_t(device_->stream())));
        sort::check(cudaMemcpy(copy.get(), out.data(), sizeof(List), cudaMemcpyDeviceToHost));
        return copy;
    }

    std::unique_ptr<sim::World> host_, device_;
    std::unique_ptr<app::CudaObserver> observer_;
};

TEST_F(TreeLists, boxes_of_nodes_are_those_of_the_cpu) {
    for (const uint32_t level : {0u, 6u, 21u}) {
        for (const uint32_t about : {100u, 4000u}) {
            const app::TreeChoice choice = {level, about};
            auto expected = std::make_unique<app::TreeBoxes>();
            app::list_tree_boxes(exec(), host_->bodies().tree, choice, expected.get());
            const auto boxes = listed<app::TreeBoxes>([&](app::TreeBoxes* out) {
                app::list_tree_boxes(on_device(), device_->bodies().tree, choice, out);
            });
            ASSERT_EQ(boxes->command[1], expected->command[1]) << level;
            EXPECT_EQ(std::memcmp(boxes->command, expected->command, sizeof boxes->command), 0);
            EXPECT_EQ(boxes->wanted, expected->wanted);
            EXPECT_EQ(boxes->level, level);
            EXPECT_EQ(std::memcmp(boxes->boxes, expected->boxes, boxes->command[1] * sizeof(app::TreeBox)),
                      0);
            if (level == 6) {
                EXPECT_GT(boxes->command[1], 20u);
            }
        }
    }
}

TEST_F(TreeLists, the_curve_is_that_of_the_cpu) {
    app::GroupStyle groups;
    groups.groups = 2;
    groups.end[0] = 1000;
    groups.end[1] = 3000;
    groups.hidden[1] = true;
    for (const uint32_t most : {500u, app::kMostCurveParts}) {
        auto expected = std::make_unique<app::MortonCurve>();
        app::make_morton_curve(exec(), host_->bodies().tree, groups, most, expected.get());
        const auto curve = listed<app::MortonCurve>([&](app::MortonCurve* out) {
            app::make_morton_curve(on_device(), device_->bodies().tree, groups, most, out);
        });
        ASSERT_EQ(curve->places, expected->places);
        ASSERT_GT(curve->places, 400u);
        EXPECT_EQ(std::memcmp(curve->command, expected->command, sizeof curve->command), 0);
        for (uint32_t i = 0; i < curve->places; ++i) {
            EXPECT_EQ(curve->place[i].part, expected->place[i].part) << i;
            EXPECT_EQ(sim::dot(curve->place[i].at - expected->place[i].at,
                               curve->place[i].at - expected->place[i].at),
                      0)
                << i;
        }
    }
}

TEST_F(TreeLists, ranks_are_those_of_the_cpu) {
    struct Ranks {
        uint32_t by_slot[3000];
    };
    auto expected = std::make_unique<Ranks>();
    app::list_morton_ranks(exec(), host_->bodies().tree, expected->by_slot);
    const auto ranks = listed<Ranks>(
        [&](Ranks* out) { app::list_morton_ranks(on_device(), device_->bodies().tree, out->by_slot); });
    EXPECT_EQ(std::memcmp(ranks.get(), expected.get(), sizeof(Ranks)), 0);
}

}  // namespace
