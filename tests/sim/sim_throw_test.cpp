// A chair thrown at 20 m/s into a small heap; sim_throw_slow_test.cpp throws more at a larger one.
#include "tests/sim/sim_throw_suite.h"

namespace {

TEST(Throw, a_chair_at_20_m_s_into_a_small_heap) {
    const sim::Snapshot heap = throws::heap_at_rest(4);
    throws::expect_settles(
        throws::with_a_throw(heap, throws::above(heap, 0.4f, 0.3f), {-0.3f, 0, 0}, 20, 0.4f), 20);
}

}  // namespace
