// Points that are thinned out: who is too near, by buckets and by a loop over all.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/scenes/random.h"
#include "sim/shapes/thinning.h"

namespace {

using sim::Vec3;

/// At places in whole cells many are exactly as far apart as is asked for, which is not below it.
TEST(Thinning, finds_who_is_nearer_as_a_loop_over_all_does) {
    for (const int nodes : {9, 12}) {
        sim::Grid grid{};
        grid.nodes = {nodes, nodes, nodes};
        for (const auto& [near, far] : {std::pair{2.0f, 4.0f}, {1.0f, 3.0f}}) {
            sim::Thinning thinning(grid, near, far);
            sim::Random random(31);
            std::vector<Vec3> kept;
            int exactly = 0, refused = 0;
            for (int k = 0; k < 3000; ++k) {
                const auto place = [&] { return float(random.bits() % uint64_t(nodes)); };
                const Vec3 point = {place(), place(), place()};
                const float apart = k % 2 ? near : far;
                const bool crowded = std::any_of(kept.begin(), kept.end(), [&](const Vec3& other) {
                    const Vec3 d = other - point;
                    exactly += dot(d, d) == apart * apart ? 1 : 0;
                    return dot(d, d) < apart * apart;
                });
                ASSERT_EQ(thinning.crowded(point, apart), crowded) << k;
                refused += crowded ? 1 : 0;
                if (crowded) continue;
                thinning.add(point);
                kept.push_back(point);
            }
            EXPECT_GT(exactly, 100);
            EXPECT_GT(refused, 100);
            EXPECT_EQ(thinning.take().size(), kept.size());
        }
    }
}

}  // namespace
