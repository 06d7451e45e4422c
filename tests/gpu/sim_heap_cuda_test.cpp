// Bodies with shapes on a CUDA device: the bits of the CPU while they fall and meet.
#include "tests/sim/sim_heap_suite.h"

namespace {

class Cuda : public testing::Test {
protected:
    void SetUp() override {
        std::string reason;
        if (!sim::cuda_available(&reason)) GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    }
};

TEST_F(Cuda, gives_the_bits_of_the_cpu_with_every_engine) {
    const sim::Snapshot start = heap::meeting(40);
    for (const auto& engine : sort::engines()) {
        if (engine.backend == sim::Backend::cuda)
            heap::expect_bits_of_the_cpu(sim::Backend::cuda, engine.name, start, 100);
    }
}

TEST_F(Cuda, loses_no_contact_for_want_of_room) {
    heap::expect_growth_changes_nothing(sim::Backend::cuda, 90);
}

}  // namespace
