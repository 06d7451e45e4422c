// The axis strip: which bodies it has, and that the walk of a body is the one that the broad phase makes.
#include "app/observe/readers/readers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/sim/sim_scene.h"

namespace {

using app::Strip;

std::unique_ptr<sim::World> stepped(const std::string& scene, uint32_t bodies, const std::string& broad_phase,
                                    uint32_t steps = 5) {
    sim::WorldConfig config = testing_worlds::config_of(scene, bodies);
    config.broad_phase = broad_phase;
    auto world = sim::World::create(config);
    world->step(steps);
    return world;
}

Strip strip_with(const sim::World& world, uint32_t selected, std::vector<uint32_t> extra = {}) {
    app::StripRequest request;
    request.axis = world.counters().axis;
    request.selected = selected;
    for (const uint32_t id : extra) request.add(id);
    const auto reader = app::make_strip_reader(sim::Backend::cpu, 0);
    reader->start(world, request);
    return reader->take(true).value();
}

TEST(AxisStrip, has_each_body_once_in_sorted_order) {
    for (const char* broad_phase : {"sweep", "columns", "endpoint"}) {
        const auto world = stepped("gas", 700, broad_phase);
        const Strip strip = strip_with(*world, sim::kNobody, {3, 699});
        ASSERT_EQ(strip.bodies.size(), 700u) << broad_phase;
        const sim::BodyView view = world->bodies();
        for (uint32_t rank = 0; rank < 700; ++rank) {
            EXPECT_EQ(strip.bodies[rank].rank, rank);
            EXPECT_LE(strip.bodies[rank].low, strip.bodies[rank].high);
            EXPECT_TRUE(rank == 0 || strip.bodies[rank - 1].key <= strip.bodies[rank].key) << broad_phase;
            if (!view.rank) {
                EXPECT_EQ(strip.bodies[rank].id, view.id[rank]);
            }
        }
        EXPECT_TRUE(strip.runs.empty());
        ASSERT_EQ(strip.overlaps.size(), 700u);
        if (std::string(broad_phase) == "sweep") {
            uint32_t overlaps = 0, next = 100;
            while (++next < 700 && strip.bodies[next].low <= strip.bodies[100].high) ++overlaps;
            EXPECT_EQ(strip.overlaps[100], overlaps);
            EXPECT_GT(overlaps, 0u);
        }
        EXPECT_EQ(strip.find(3)->id, 3u);
        EXPECT_EQ(strip.nearest(350)->rank, 350u);
    }
}

TEST(AxisStrip, of_many_bodies_has_some_and_those_that_are_asked_for) {
    const auto world = stepped("gas", 3 * app::kStripBodies, "columns");
    const Strip strip = strip_with(*world, 77, {77, 78, 79});
    EXPECT_GE(strip.bodies.size(), app::kStripBodies);
    EXPECT_LE(strip.bodies.size(), app::kStripBodies + 3);
    EXPECT_EQ(strip.count, 3 * app::kStripBodies);
    for (const uint32_t id : {77u, 78u, 79u}) EXPECT_TRUE(strip.find(id)) << id;
    for (size_t k = 1; k < strip.bodies.size(); ++k)
        EXPECT_LT(strip.bodies[k - 1].rank, strip.bodies[k].rank);
    EXPECT_EQ(strip.nearest(100000)->rank, strip.bodies.back().rank);
}

/// Pairs are found by one of the two bodies: its walk passes over the other.
TEST(AxisStrip, walks_pass_over_every_pair_once_and_make_all_tests) {
    for (const char* scene : {"gas", "mixed"}) {
        for (const char* broad_phase : {"sweep", "columns"}) {
            constexpr uint32_t kBodies = 300;
            const auto world = stepped(scene, kBodies, broad_phase, 200);
            const sim::BodyView view = world->bodies();
            std::vector<uint32_t> rank_of(kBodies);
            for (uint32_t slot = 0; slot < kBodies; ++slot) rank_of[view.id[slot]] = slot;
            std::vector<Strip> walks;
            uint64_t tests = 0;
            for (uint32_t id = 0; id < kBodies; ++id) {
                walks.push_back(strip_with(*world, id));
                ASSERT_LE(walks.back().run_count, app::kStripRuns);
                for (const app::StripRun& run : walks.back().runs) tests += run.end - run.begin;
            }
            EXPECT_EQ(tests, world->counters().tests) << scene << " " << broad_phase;
            const auto passes = [&](uint32_t a, uint32_t b) {
                int count = 0;
                for (const app::StripRun& run : walks[a].runs)
                    count += rank_of[b] >= run.begin && rank_of[b] < run.end;
                return count;
            };
            const std::vector<uint32_t> pairs = world->pairs_by_id();
            ASSERT_GT(pairs.size(), 20u);
            for (size_t k = 0; k < pairs.size(); k += 2)
                EXPECT_EQ(passes(pairs[k], pairs[k + 1]) + passes(pairs[k + 1], pairs[k]), 1)
                    << scene << " " << broad_phase << ": " << pairs[k] << " " << pairs[k + 1];
        }
    }
}

/// The walk of `endpoint` goes along the last axis: its runs are the bodies on the way, one each.
TEST(AxisStrip, a_walk_along_the_ends_is_the_sweep_of_endpoint) {
    constexpr uint32_t kBodies = 300;
    const auto world = stepped("gas", kBodies, "endpoint", 200);
    const sim::BodyView view = world->bodies();
    std::vector<uint32_t> rank_of(kBodies);
    for (uint32_t slot = 0; slot < kBodies; ++slot) rank_of[view.id[slot]] = view.rank[slot];
    std::vector<Strip> walks;
    uint64_t tests = 0;
    for (uint32_t id = 0; id < kBodies; ++id) {
        walks.push_back(strip_with(*world, id));
        EXPECT_FALSE(walks.back().has_columns);
        EXPECT_EQ(walks.back().runs.size(), std::min(walks.back().run_count, app::kStripRuns));
        tests += walks.back().run_count;
    }
    EXPECT_EQ(tests, world->counters().tests);
    EXPECT_GT(tests, 0u);
    const auto meets = [&](uint32_t a, uint32_t b) {
        return std::count_if(walks[a].runs.begin(), walks[a].runs.end(), [&](const app::StripRun& run) {
            return run.begin == rank_of[b] && run.end == run.begin + 1;
        });
    };
    const std::vector<uint32_t> pairs = world->pairs_by_id();
    ASSERT_GT(pairs.size(), 20u);
    for (size_t k = 0; k < pairs.size(); k += 2)
        EXPECT_EQ(meets(pairs[k], pairs[k + 1]) + meets(pairs[k + 1], pairs[k]), 1)
            << pairs[k] << " " << pairs[k + 1];
}

TEST(AxisStrip, the_first_column_is_the_one_of_the_body) {
    const auto world = stepped("gas", 500, "columns");
    for (const uint32_t id : {0u, 123u, 499u}) {
        const Strip strip = strip_with(*world, id, {id});
        ASSERT_TRUE(strip.has_columns);
        const app::StripBody& body = *strip.find(id);
        const app::StripRun& own = strip.runs.front();
        EXPECT_EQ(own.begin, body.rank + 1);
        const sim::BodyView view = world->bodies();
        const sim::Box box = sim::box_of(view.position_radius[body.rank]);
        for (int axis = 0; axis < 3; ++axis) {
            if (axis == int(strip.axis)) continue;
            EXPECT_LE(own.min[axis], box.min[axis] + 1e-4f);
            EXPECT_GE(own.max[axis], box.min[axis] - 1e-4f);
        }
        std::set<std::pair<float, float>> places;
        const int u = (int(strip.axis) + 1) % 3, v = (int(strip.axis) + 2) % 3;
        for (const app::StripRun& run : strip.runs)
            EXPECT_TRUE(places.insert({run.min[u], run.min[v]}).second);
    }
}

}  // namespace
