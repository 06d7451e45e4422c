// The stages of bodies with shapes as emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/sim/sim_heap_suite.h"

namespace {

TEST(EmulatedHeap, gives_the_bits_of_the_cpu) {
    heap::expect_bits_of_the_cpu(sim::Backend::cuda, "adaptive", heap::meeting(12), 5);
}

}  // namespace
