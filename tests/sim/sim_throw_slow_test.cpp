// Chairs thrown at 20 and 30 m/s into a heap of twelve and at a wall.
#include "tests/sim/sim_throw_suite.h"

namespace {

using namespace throws;

class Throws : public testing::Test {
protected:
    static void SetUpTestSuite() { heap_ = heap_at_rest(12); }
    static inline sim::Snapshot heap_;
};

TEST_F(Throws, twelve_into_a_heap) {
    for (int k = 0; k < 12; ++k) {
        SCOPED_TRACE(k);
        const float speed_m_s = k < 6 ? 20 : 30;
        const float j = float(k % 6);
        expect_settles(with_a_throw(heap_, above(heap_, 0.4f - 0.15f * j, 0.3f), {0.1f * (j - 3), 0, 0},
                                    speed_m_s, 0.15f * j),
                       speed_m_s);
    }
}

TEST_F(Throws, four_at_a_wall_and_into_a_corner) {
    for (const float speed_m_s : {20.0f, 30.0f}) {
        for (const float z : {0.0f, 5.0f}) {
            SCOPED_TRACE(z);
            const sim::Vec3 from = above(heap_, 0, 0);
            expect_settles(with_a_throw(heap_, from, {5, from.y, z}, speed_m_s, 0.3f), speed_m_s);
        }
    }
}

}  // namespace
