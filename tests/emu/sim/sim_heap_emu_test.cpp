// The stages of bodies with shapes as emulated CUDA kernels.
#include "tests/emu/launch.h"
#include "tests/emu/sim/usual_engine.h"
#include "tests/sim/sim_heap_suite.h"

namespace {

TEST(EmulatedHeap, gives_the_bits_of_the_cpu) {
    heap::expect_bits_of_the_cpu(sim::Backend::cuda, emu_worlds::usual_engine(), heap::meeting(12), 5);
}

}  // namespace
