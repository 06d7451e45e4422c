// The CUDA backend gives the bits of the CPU backend, with every engine and broad phase; its steps lose
// nothing.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "sim/search/pair_search.h"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/pair_cases.h"
#include "tests/sim/sim_counters.h"
#include "tests/sim/sim_crowded_suite.h"
#include "tests/sim/sim_golden.h"
#include "tests/sim/sim_kernels_suite.h"
#include "tests/sim/sim_limit_suite.h"

using namespace testing_worlds;

namespace {

TEST_F(Cuda, gives_the_bits_of_the_cpu_with_every_engine_and_broad_phase) {
    for (const char* scene : kSphereScenes) {
        const uint64_t expected = hash_after(config_of(scene, 3000), 400);
        for (const auto& engine : sort::engines()) {
            if (engine.backend != sim::Backend::cuda) continue;
            for (const auto& broad_phase : sim::broad_phases()) {
                sim::WorldConfig config = config_of(scene, 3000, sim::Backend::cuda);
                config.engine = engine.name;
                config.broad_phase = broad_phase.name;
                EXPECT_EQ(expected, hash_after(config, 400))
                    << scene << " " << engine.name << broad_phase.name;
            }
        }
    }
}

TEST_F(Cuda, sums_hundreds_of_contacts_in_ascending_id) { crowded::expect_exact_sums(sim::Backend::cuda); }

TEST_F(Cuda, wakes_a_sleeper_for_any_one_of_its_contacts) {
    crowded::expect_any_contact_wakes(sim::Backend::cuda);
}

TEST_F(Cuda, parts_bodies_at_one_place_by_their_ids) {
    crowded::expect_parted_by_id(sim::Backend::cuda);
    crowded::expect_parted_among_others(sim::Backend::cuda);
}

TEST_F(Cuda, gives_the_golden_hashes_with_every_engine) { expect_golden_hashes(sim::Backend::cuda); }
TEST_F(Cuda, gives_the_golden_hashes_of_the_scenes_for_the_sort) {
    testing_worlds::expect_more_golden_hashes(sim::Backend::cuda);
}

TEST_F(Cuda, gives_the_same_bits_traced_and_with_each_way_to_leave_early) {
    const uint64_t expected = hash_after(config_of("pile", 2000), 300);
    sim::WorldConfig config = config_of("pile", 2000, sim::Backend::cuda);
    config.engine = "fourway";
    for (const auto exit : {sort::EarlyExit::gated, sort::EarlyExit::if_node, sort::EarlyExit::best}) {
        config.engine_config.early_exit = exit;
        EXPECT_EQ(expected, hash_after(config, 300));
    }
    config.traced = true;
    EXPECT_EQ(expected, hash_after(config, 300));
}

TEST_F(Cuda, says_what_each_stage_launches) {
    for (const char* broad_phase : {"columns", "endpoint"})
        expect_kernels_of_every_stage("pile", broad_phase, 3000);
    expect_kernels_of_every_stage("mixed", "sweep", 3000);
    expect_kernels_only_of_captured_steps(3000);
}

TEST_F(Cuda, goes_on_where_the_cpu_stopped_and_back) {
    const sim::WorldConfig cpu = config_of("mixed", 1000),
                           cuda = config_of("mixed", 1000, sim::Backend::cuda);
    const uint64_t expected = hash_after(cpu, 300);
    const auto first = sim::World::create(cpu);
    first->step(100);
    sim::Snapshot middle = first->snapshot();
    const auto second = sim::World::create(cuda, &middle);
    second->step(100);
    middle = second->snapshot();
    const auto third = sim::World::create(cpu, &middle);
    third->step(100);
    EXPECT_EQ(expected, sim::state_hash(third->snapshot()));
}

TEST_F(Cuda, loses_no_step_when_the_pair_space_has_to_grow) {
    for (const bool traced : {false, true}) {
        sim::WorldConfig config = config_of("gas", 300, sim::Backend::cuda);
        sim::Snapshot start = sim::World::create(config)->snapshot();
        for (size_t id = 0; id < start.bodies.size(); ++id) {
            start.bodies[id].position_m = {0.001f * float(id % 7), 5 + 0.001f * float(id % 11),
                                           0.0005f * float(id)};
        }
        config.traced = traced;
        const auto world = sim::World::create(config, &start);
        world->step(20);
        world->finish();
        EXPECT_EQ(world->counters().completed_steps, 20u);
        const auto reference = sim::World::create(config_of("gas", 300), &start);
        reference->step(20);
        EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(reference->snapshot()));
        EXPECT_EQ(world->pairs_by_id(), reference->pairs_by_id());
    }
}

TEST_F(Cuda, reports_every_step_once_with_disjoint_stages) {
    for (const bool traced : {false, true}) {
        sim::WorldConfig config = config_of("pile", 5000, sim::Backend::cuda);
        config.traced = traced;
        const auto world = sim::World::create(config);
        std::vector<sim::StepReport> reports;
        for (int k = 0; k < 50; ++k) {
            world->step(1);
            world->poll(reports);
        }
        world->finish();
        world->poll(reports);
        ASSERT_EQ(reports.size(), 50u);
        for (size_t k = 0; k < reports.size(); ++k) {
            EXPECT_EQ(reports[k].step, k + 1);
            if (k > 0) {
                EXPECT_GT(reports[k].start_us, reports[k - 1].start_us);
            }
            double end = 0;
            for (const auto& stage : reports[k].stages) {
                EXPECT_GE(stage.start_us, end - 0.6) << stage.name;  // events resolve half a microsecond
                end = stage.start_us + stage.duration_us;
            }
        }
    }
}

TEST_F(Cuda, counts_no_bytes_for_passes_that_a_device_word_left_out) {
    const uint32_t n = 2000;
    sim::WorldConfig config = config_of("gas", n, sim::Backend::cuda);
    config.engine = "fourway";
    config.traced = true;
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    std::vector<sim::Body> row;  // in order on the axis where they are spread, and at rest
    for (uint32_t id = 0; id < n; ++id) {
        row.push_back({{3.0f * float(id), 5, 5}, 0.5f, {0, 0, 0}, 520, {0, 0, 0}, 0});
    }
    const auto world = world_of(row, {{-5, 0, 0}, {3.0f * float(n), 10, 10}}, config);
    world->step(2);
    world->finish();
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    ASSERT_EQ(reports.size(), 2u);
    EXPECT_EQ(reports[1].counters.passes_run, 0u);
    uint64_t bytes = 0;
    for (const sim::StageTime& stage : reports[1].stages) {
        if (stage.name.rfind("sort/", 0) == 0) bytes += stage.bytes;
    }
    EXPECT_GT(bytes, 0u) << "one order check";
    EXPECT_LE(bytes, 8u * n) << "and no pass";
}

TEST_F(Cuda, counts_what_the_cpu_counts) {
    const auto cpu = sim::World::create(config_of("mixed", 2000));
    const auto cuda = sim::World::create(config_of("mixed", 2000, sim::Backend::cuda));
    for (int k = 0; k < 5; ++k) {
        cpu->watch(17);
        cuda->watch(17);
        cpu->step(60);
        cuda->step(60);
        cuda->finish();
        testing_worlds::expect_same_counters(cpu->counters(), cuda->counters());
    }
}

TEST_F(Cuda, finds_the_pairs_of_brute_force_in_every_case) {
    for (const auto& test : pair_cases::all()) {
        const auto expected = pair_cases::reference_pairs(test.boxes);
        for (const auto& engine : sort::engines()) {
            if (engine.backend != sim::Backend::cuda) continue;
            for (const auto& broad_phase : sim::broad_phases()) {
                const auto found =
                    sim::find_pairs(test.boxes, {sim::Backend::cuda, engine.name, broad_phase.name, 0, 0});
                EXPECT_EQ(found, expected) << engine.name << " " << broad_phase.name << ": " << test.name;
            }
        }
    }
}

TEST_F(Cuda, ten_thousand_steps_take_no_more_memory_than_the_first_hundred) {
    const auto free_bytes = [] {
        size_t free = 0, total = 0;
        EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
        return free;
    };
    const auto world = sim::World::create(config_of("gas", 5000, sim::Backend::cuda));
    world->step(100);
    world->finish();
    const size_t before = free_bytes();
    std::vector<sim::StepReport> reports;
    for (int k = 0; k < 9900; ++k) {
        world->step(1);
        world->poll(reports);
        reports.clear();
    }
    world->finish();
    EXPECT_EQ(world->counters().completed_steps, 10000u);
    EXPECT_EQ(free_bytes(), before);
}

TEST_F(Cuda, says_no_with_the_count_and_lives_on) {
    for (const char* broad_phase : {"brute", "columns", "endpoint", "sweep"}) {
        for (const bool traced : {false, true}) {
            expect_says_no_and_lives_on(sim::Backend::cuda, broad_phase, traced);
        }
    }
}

TEST_F(Cuda, does_a_step_that_ran_out_of_room_again_when_polled) {
    const sim::WorldConfig config = implosion_config(400, sim::Backend::cuda);
    const sim::Snapshot start = implosion(400);
    const auto world = sim::World::create(config, &start);
    std::vector<sim::StepReport> reports;
    for (uint64_t step = 1; step <= 600; ++step) {
        world->step(1);
        for (int k = 0; k < 100000 && reports.size() < step; ++k) world->poll(reports);
        ASSERT_EQ(reports.size(), step);
    }
    const auto reference = sim::World::create(implosion_config(400, sim::Backend::cpu), &start);
    reference->step(600);
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(reference->snapshot()));
}

TEST_F(Cuda, says_which_device_is_missing) {
    std::string reason;
    EXPECT_FALSE(sim::cuda_available(&reason, 99));
    EXPECT_NE(reason.find("99"), std::string::npos);
}

}  // namespace
