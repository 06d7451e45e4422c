// Chairs thrown at 20 m/s into a heap of twelve and at a wall.
#include "tests/sim/sim_throw_suite.h"

namespace {

using namespace throws;

class Throws : public testing::Test {
protected:
    static void SetUpTestSuite() { heap_ = heap_at_rest(12); }
    static inline sim::Snapshot heap_;
};

TEST_F(Throws, six_at_20_m_s_into_a_heap) {
    for (int k = 0; k < 6; ++k) {
        SCOPED_TRACE(k);
        expect_settles(with_a_throw(heap_, above(heap_, 0.4f - 0.15f * float(k), 0.3f),
                                    {0.1f * float(k - 3), 0, 0}, 0.15f * float(k)));
    }
}

TEST_F(Throws, two_at_20_m_s_at_a_wall_and_into_a_corner) {
    for (const float z : {0.0f, 5.0f}) {
        SCOPED_TRACE(z);
        const sim::Vec3 from = above(heap_, 0, 0);
        expect_settles(with_a_throw(heap_, from, {5, from.y, z}, 0.3f));
    }
}

}  // namespace
