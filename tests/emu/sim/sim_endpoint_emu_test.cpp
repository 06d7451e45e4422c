// The list of the broad phase `endpoint` on the emulated device: engines that read its length there sort the list
// alone, others all ends; pairs, list and states are those of the CPU with either.
#include "sim/exec/exec_cpu.h"
#include "sim/exec/exec_cuda.cuh"
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_endpoint_suite.h"

namespace {

using namespace emu_worlds;
using namespace endpoint_suite;

std::vector<std::string> engines_that_read_a_count() {
    std::vector<std::string> names;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cuda && engine.counts_live) names.push_back(engine.name);
    }
    return names;
}

TEST(EmulatedEndpoint, sorts_the_ends_of_the_boxes_that_are_left) {
    const auto engines = engines_that_read_a_count();
    ASSERT_FALSE(engines.empty());
    for (const std::string& engine : engines) {
        sim::CudaExec exec;
        expect_sorts_of_boxes_that_met_another(exec, engine.c_str());
        expect_boxes_that_left_come_back(exec, engine.c_str());
        expect_boxes_that_touch_stay(exec, engine.c_str());
    }
}

TEST(EmulatedEndpoint, finds_what_the_cpu_finds_with_every_engine) {
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cuda || !engine.stable) continue;
        if (!sort::refusal_of(engine, -1).empty()) continue;
        sim::CpuExec cpu(2);
        sim::CudaExec cuda;
        Search<sim::CpuExec> on_cpu(cpu, "cpu-radix", 300);
        Search<sim::CudaExec> on_cuda(cuda, engine.name, 300);
        for (int round = 0; round < 2; ++round) {
            for (const auto& [name, boxes] : pair_cases::dropped_on_x(300)) {
                SCOPED_TRACE(std::string(engine.name) + ": " + name);
                const auto expected = on_cpu.find(boxes);
                const Sizes sizes = sorted().pairs;
                EXPECT_EQ(on_cuda.find(boxes), expected);
                EXPECT_EQ(sorted().pairs, engine.counts_live ? sizes : (Sizes{600, 600, 600}));
                EXPECT_EQ(on_cuda.list(), on_cpu.list());
                EXPECT_EQ(on_cuda.counters().descents, on_cpu.counters().descents);
                EXPECT_EQ(on_cuda.counters().tests, on_cpu.counters().tests);
            }
        }
    }
}

TEST(EmulatedEndpoint, worlds_give_the_bits_of_the_cpu) {
    for (const char* engine : {"fourway", usual_engine()})
        expect_bits_of_the_cpu("gas", 200, 8, "endpoint", engine);
}

TEST(EmulatedEndpoint, a_captured_search_sorts_what_each_launch_has_left) {
    const auto all = pair_cases::dropped_on_x(300);
    const auto search = sim::PairSearch::create(300, search_config("endpoint", "fourway"));
    for (int round = 0; round < 2; ++round) {
        for (const auto& [name, boxes] : all) {
            search->set_boxes(boxes);
            search->find();
            EXPECT_TRUE(search->pairs() == pair_cases::reference_pairs(boxes)) << name;
        }
    }
}

}  // namespace
