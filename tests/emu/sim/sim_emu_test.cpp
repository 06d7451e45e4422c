// The CUDA backend of sim, its kernels emulated on the CPU: broad phases give the pairs of brute force,
// worlds the bits of the backend `cpu`, with graphs and without.
#include <cuda_runtime.h>

#include <chrono>
#include <span>

#include "tests/emu/profile.h"
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_counters.h"
#include "tests/sim/sim_kernels_suite.h"
#include "tests/sim/sim_limit_suite.h"
#include "tests/sim/sim_reports_suite.h"

using namespace emu_worlds;

namespace {

TEST(EmulatedPairs, equal_brute_force_in_every_case) {
    for (const auto& test : pair_cases::all()) {
        for (const auto& broad_phase : sim::broad_phases())
            expect_reference(test, broad_phase.name, usual_engine());
    }
}

TEST(EmulatedPairs, equal_brute_force_in_every_order_of_threads) {
    const pair_cases::Case some[] = {
        {"a coarse grid", pair_cases::grid_boxes(300, 41, 9)},
        {"points at one place", std::vector<sim::Box>(70, {{1, 2, 3}, {1, 2, 3}})}};
    in_each_order([&] {
        for (const auto& test : some) {
            for (const auto& broad_phase : sim::broad_phases()) {
                expect_reference(test, broad_phase.name, usual_engine());
            }
        }
    });
}

TEST(EmulatedPairs, of_few_boxes) {
    for (const uint32_t count : {0u, 1u, 2u, 3u, 31u, 32u, 33u, 255u, 256u, 257u}) {
        const pair_cases::Case test{std::to_string(count) + " boxes",
                                    pair_cases::random_boxes(count, count, 1, 0.7f)};
        for (const auto& broad_phase : sim::broad_phases())
            expect_reference(test, broad_phase.name, usual_engine());
    }
}

/// 36 blocks of threads: those that come late look back over more than a warp's width of blocks.
TEST(EmulatedPairs, of_columns_that_many_blocks_walk) {
    const pair_cases::Case test{"9000 boxes", pair_cases::random_boxes(9000, 51, 12, 0.8f)};
    in_each_order([&] { expect_reference(test, "columns", usual_engine()); });
}

TEST(EmulatedPairs, grow_past_a_space_that_is_too_small) {
    const auto boxes = pair_cases::random_boxes(400, 33, 2, 1);
    const auto expected = pair_cases::reference_pairs(boxes);
    for (const auto& broad_phase : sim::broad_phases()) {
        for (const uint64_t room : {uint64_t(1), expected.size() / 2 - 1, expected.size() / 2}) {
            for (const auto timing : {sim::PairSearch::Timing::whole, sim::PairSearch::Timing::stages}) {
                const auto search =
                    sim::PairSearch::create(400, search_config(broad_phase.name, usual_engine(), room));
                search->set_boxes(boxes);
                EXPECT_EQ(search->find(timing).pairs, expected.size() / 2);
                EXPECT_TRUE(search->pairs() == expected) << broad_phase.name << " " << room;
            }
        }
    }
}

TEST(EmulatedPairs, are_found_again_and_on_other_boxes_by_the_same_search) {
    const auto first = pair_cases::random_boxes(500, 31, 4, 0.8f),
               second = pair_cases::grid_boxes(300, 32, 12);
    for (const auto& broad_phase : sim::broad_phases()) {
        const auto search = sim::PairSearch::create(500, search_config(broad_phase.name, usual_engine()));
        for (const auto* boxes : {&first, &second, &first}) {
            search->set_boxes(*boxes);
            EXPECT_TRUE(search->pairs().empty()) << "they are known after the search";
            const sim::PairsFound once = search->find(),
                                  again = search->find(sim::PairSearch::Timing::stages);
            EXPECT_TRUE(search->pairs() == pair_cases::reference_pairs(*boxes)) << broad_phase.name;
            EXPECT_EQ(once.counters.tests, again.counters.tests) << broad_phase.name;
            EXPECT_EQ(once.counters.descents, again.counters.descents) << broad_phase.name << " remembers";
            EXPECT_FALSE(again.stages.empty());
        }
    }
}

TEST(EmulatedPairs, count_what_the_cpu_counts) {
    const auto boxes = pair_cases::all().back().boxes;
    for (const auto& broad_phase : sim::broad_phases()) {
        uint64_t cpu = 0, cuda = 0;
        sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", broad_phase.name, 2, 0}, &cpu);
        sim::find_pairs(boxes, search_config(broad_phase.name, usual_engine()), &cuda);
        EXPECT_EQ(cpu, cuda) << broad_phase.name;
    }
}

TEST(EmulatedWorld, gives_the_bits_of_the_cpu) {
    for (const char* scene : testing_worlds::kSphereScenes) {
        for (const char* broad_phase : {"columns", "sweep"}) {
            expect_bits_of_the_cpu(scene, 500, 30, broad_phase, usual_engine());
        }
    }
}

TEST(EmulatedWorld, gives_the_bits_of_the_cpu_in_every_order_of_threads) {
    in_each_order([] { expect_bits_of_the_cpu("mixed", 300, 12, "columns", usual_engine()); });
}

TEST(EmulatedWorld, gives_the_bits_of_the_cpu_with_if_nodes_and_gated_launches) {
    if (!emu::profile().if_nodes()) GTEST_SKIP() << "skipped: this device has no IF nodes";
    const uint64_t expected = hash_after(config_of("pile", 300), 12);
    for (const char* engine : {"fourway", "multiscan"}) {
        for (const auto exit : {sort::EarlyExit::gated, sort::EarlyExit::if_node}) {
            sim::WorldConfig config = config_of("pile", 300, sim::Backend::cuda);
            config.engine = engine;
            config.engine_config.early_exit = exit;
            EXPECT_EQ(expected, hash_after(config, 12)) << engine;
        }
    }
}

TEST(EmulatedWorld, has_the_stages_of_a_replayed_step_when_traced) {
    const sim::WorldConfig config = config_of("pile", 100, sim::Backend::cuda);
    testing_worlds::expect_stages_when_traced(config, usual_engine(), "columns");
    testing_worlds::expect_stages_when_traced(config, "fourway", "endpoint");
}

TEST(EmulatedReports, count_the_words_of_an_item) {
    testing_worlds::expect_bytes_per_item(sim::Backend::cuda);
}

TEST(EmulatedReports, count_the_words_of_tests_and_pairs) {
    testing_worlds::expect_bytes_of_the_walk(sim::Backend::cuda);
}

TEST(EmulatedWorld, says_what_each_stage_launches) {
    if (!emu::profile().if_nodes()) GTEST_SKIP() << "skipped: this device has no IF nodes";
    for (const char* broad_phase : {"columns", "endpoint"})
        testing_worlds::expect_kernels_of_every_stage("pile", broad_phase, 300,
                                                      "kernel");  // its pointer's name
    testing_worlds::expect_kernels_only_of_captured_steps(100);
}

/// All bodies at almost one point: far more pairs than the space that a world starts with.
TEST(EmulatedWorld, loses_no_step_when_the_pair_space_has_to_grow) {
    sim::Snapshot start = sim::World::create(config_of("gas", 200))->snapshot();
    for (size_t id = 0; id < start.bodies.size(); ++id) {
        start.bodies[id].position_m = {0.001f * float(id % 7), 5 + 0.001f * float(id % 11),
                                       0.0005f * float(id)};
    }
    const auto reference = sim::World::create(config_of("gas", 200), &start);
    reference->step(8);
    const uint64_t expected = sim::state_hash(reference->snapshot());
    for (const char* broad_phase : {"columns", "sweep"}) {
        for (const bool traced : {false, true}) {
            sim::WorldConfig config = config_of("gas", 200, sim::Backend::cuda);
            config.broad_phase = broad_phase;
            config.traced = traced;
            const auto world = sim::World::create(config, &start);
            const uint64_t bytes_at_first = world->bytes();
            world->step(8);
            world->finish();
            EXPECT_EQ(world->counters().completed_steps, 8u);
            EXPECT_GT(world->bytes(), bytes_at_first);
            EXPECT_EQ(sim::state_hash(world->snapshot()), expected) << broad_phase << traced;
            EXPECT_TRUE(world->pairs_by_id() == reference->pairs_by_id()) << broad_phase << traced;
        }
    }
}

/// Among bodies of many sizes a walk that leaves out a few tests would still find nearly all pairs.
TEST(EmulatedWorld, counts_what_the_cpu_counts_among_many_sizes) {
    const auto cpu = sim::World::create(config_of("mixed", 2000)),
               cuda = sim::World::create(config_of("mixed", 2000, sim::Backend::cuda));
    for (int k = 0; k < 5; ++k) {
        for (const auto& world : {cpu.get(), cuda.get()}) {
            world->watch(17);
            world->step(4);
            world->finish();
        }
        testing_worlds::expect_same_counters(cpu->counters(), cuda->counters());
    }
}

/// All overlap all: every search is too long for one thread, and its row of partners too short.
TEST(EmulatedWorld, counts_and_lists_what_the_cpu_does_in_a_crowd) {
    const sim::Snapshot start = testing_worlds::implosion(700);
    const auto cpu = sim::World::create(testing_worlds::implosion_config(700, sim::Backend::cpu), &start),
               cuda = sim::World::create(testing_worlds::implosion_config(700, sim::Backend::cuda), &start);
    for (int k = 0; k < 4; ++k) {
        for (const auto& world : {cpu.get(), cuda.get()}) {
            world->watch(17);
            world->step(60);
            world->finish();
        }
        testing_worlds::expect_same_counters(cpu->counters(), cuda->counters());
        EXPECT_TRUE(cpu->pairs_by_id() == cuda->pairs_by_id());
        EXPECT_EQ(sim::state_hash(cpu->snapshot()), sim::state_hash(cuda->snapshot()));
    }
}

/// Bodies six times as large as there is room for: a warp ends between the columns of a body.
TEST(EmulatedWorld, goes_on_where_a_warp_has_ended) {
    sim::Snapshot start = sim::World::create(config_of("gas", 2800))->snapshot();
    for (sim::Body& body : start.bodies) body.radius_m *= 6.0f;
    std::unique_ptr<sim::World> worlds[2];
    for (const auto backend : {sim::Backend::cpu, sim::Backend::cuda}) {
        sim::WorldConfig config = config_of("gas", 2800, backend);
        config.scene.physics.time_step_s = 1e-5f;
        auto& world = worlds[backend == sim::Backend::cuda] = sim::World::create(config, &start);
        world->step(2);
        world->finish();
    }
    EXPECT_GT(worlds[0]->counters().tests, uint64_t{512} * 2800) << "more than a warp makes for a body";
    testing_worlds::expect_same_counters(worlds[0]->counters(), worlds[1]->counters());
    EXPECT_EQ(sim::state_hash(worlds[0]->snapshot()), sim::state_hash(worlds[1]->snapshot()));
}

TEST(EmulatedWorld, counts_and_reports_every_step) {
    for (const char* broad_phase : {"columns", "sweep"}) {
        sim::WorldConfig on_cpu = config_of("mixed", 300),
                         on_cuda = config_of("mixed", 300, sim::Backend::cuda);
        on_cpu.broad_phase = on_cuda.broad_phase = broad_phase;
        const auto cpu = sim::World::create(on_cpu), cuda = sim::World::create(on_cuda);
        for (const auto& world : {cpu.get(), cuda.get()}) {
            world->watch(17);
            world->step(10);
            world->finish();
        }
        testing_worlds::expect_same_counters(cpu->counters(), cuda->counters());
        std::vector<sim::StepReport> reports;
        cuda->poll(reports);
        ASSERT_EQ(reports.size(), 10u);
        double least_part = 1;  // of a step, that its report took: one may be held up by others at work
        for (size_t k = 0; k < reports.size(); ++k) {
            EXPECT_EQ(reports[k].step, k + 1);
            EXPECT_EQ(reports[k].stages.front().items, 300u) << reports[k].stages.front().name;
            EXPECT_GT(reports[k].profiler_us, 0);
            least_part = std::min(least_part, reports[k].profiler_us / reports[k].duration_us);
        }
        EXPECT_LT(least_part, 0.5);
    }
}

/// Stamps and events of the emulation are times of the host: steps stand where they were done, however late they are
/// reported. The stages of a replayed step fill it: each takes time, and begins where the one before ends.
TEST(EmulatedWorld, times_of_steps_stand_on_the_clock_of_the_host) {
    const auto now_us = [] {
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    };
    for (const bool traced : {false, true}) {
        sim::WorldConfig config = config_of("gas", 100, sim::Backend::cuda);
        config.traced = traced;
        const auto world = sim::World::create(config);
        double begun_us = now_us();
        for (int k = 0; k < 6; ++k) {
            world->step(1);
            world->finish();
            const double done_us = now_us();
            std::vector<sim::StepReport> reports;
            world->poll(reports);
            ASSERT_EQ(reports.size(), 1u);
            const double start_us = world->clock_zero_s() * 1e6 + reports[0].start_us;
            EXPECT_GE(start_us, begun_us - 1);  // the device's differences are floats
            EXPECT_LE(start_us + reports[0].duration_us, done_us + 1);
            EXPECT_GE(reports[0].stages.front().start_us, reports[0].start_us);
            begun_us = done_us;
            if (traced) continue;
            double at_us = reports[0].start_us;
            for (const sim::StageTime& stage : reports[0].stages) {
                EXPECT_NEAR(stage.start_us, at_us, 1e-3) << stage.name;
                EXPECT_GT(stage.duration_us, 0) << stage.name;
                at_us = stage.start_us + stage.duration_us;
            }
            EXPECT_NEAR(at_us, reports[0].start_us + reports[0].duration_us, 1e-3);
        }
    }
}

/// bytes() lacks what does not depend on the number of boxes or bodies: few KB of words, logs and numbers.
class EmulatedMemory : public testing::Test {
protected:
    static size_t free_bytes() {
        size_t free = 0, total = 0;
        cudaMemGetInfo(&free, &total);
        return free;
    }
    void expect_says(uint64_t says, const std::string& what) {
        const size_t used = before_ - free_bytes();
        EXPECT_GE(used, says) << what;
        EXPECT_LE(used, says + 8192) << what;
    }
    size_t before_ = free_bytes();
};

TEST_F(EmulatedMemory, is_what_searches_say) {
    const auto boxes = pair_cases::random_boxes(20000, 71, 60, 1);
    for (const auto& broad_phase : sim::broad_phases()) {
        const auto search = sim::PairSearch::create(20000, search_config(broad_phase.name, usual_engine()));
        expect_says(search->bytes(), broad_phase.name);
        search->set_boxes(std::span(boxes).first(300));
        search->find();
        expect_says(search->bytes(), std::string(broad_phase.name) + ", after a search");
    }
}

TEST_F(EmulatedMemory, is_what_worlds_say) {
    for (const char* scene : {"pile", "landscape", "plummer", "pyramid"}) {
        for (const char* broad_phase : {"columns", "endpoint"}) {
            const std::string what = std::string(scene) + ", " + broad_phase;
            sim::WorldConfig config = config_of(scene, 60, sim::Backend::cuda);
            config.broad_phase = broad_phase;
            const auto world = sim::World::create(config);
            expect_says(world->bytes(), what);
            world->step(2);
            world->finish();
            expect_says(world->bytes(), what + ", after two steps");
            world->pairs_by_id();
            world->contacts();
            expect_says(world->bytes(), what + ", with lists");
        }
    }
}

}  // namespace
