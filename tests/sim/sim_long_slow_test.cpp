// What only long runs show: memory that grows, energy that drifts, a dam of the default size that does not
// rest.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/sim/sim_energy.h"
#include "tests/sim/sim_scene.h"

using namespace testing_worlds;

namespace {

/// Resident pages of this process, in bytes.
uint64_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    uint64_t size = 0, resident = 0;
    file >> size >> resident;
    return resident * uint64_t(sysconf(_SC_PAGESIZE));
}

TEST(LongRun, ten_thousand_steps_take_no_more_memory_than_the_first_thousand) {
    for (const char* broad_phase : {"sweep", "endpoint"}) {
        sim::WorldConfig config = config_of("gas", 2000);
        config.broad_phase = broad_phase;
        const auto world = sim::World::create(config);
        std::vector<sim::StepReport> reports;
        const auto run = [&](int steps) {
            for (int k = 0; k < steps; ++k) {
                world->step(1);
                world->poll(reports);
                reports.clear();
            }
        };
        run(1000);
        const uint64_t before = resident_bytes();
        run(9000);
        EXPECT_LE(resident_bytes(), before + (2u << 20)) << broad_phase;
        EXPECT_EQ(world->counters().completed_steps, 10000u);
    }
}

TEST(LongRun, a_larger_gas_keeps_its_energy_within_two_percent_over_ten_thousand_steps) {
    const auto world = sim::World::create(config_of("gas", 4000));
    const double before = energy_of(*world).total();
    for (int k = 0; k < 10; ++k) {
        world->step(1000);
        EXPECT_NEAR(energy_of(*world).total(), before, 0.02 * before) << world->counters().completed_steps;
    }
}

TEST(LongRun, the_default_dam_rests_and_no_body_has_left) {
    const auto world = sim::World::create(config_of("pile", 4000));
    const double start = energy_of(*world).total();
    while (world->counters().asleep < 4000 && world->counters().completed_steps < 90000) {
        world->step(1000);
        EXPECT_LE(energy_of(*world).total(), start * 1.001);
    }
    ASSERT_EQ(world->counters().asleep, 4000u);
    const sim::Snapshot now = world->snapshot();
    for (const sim::Body& body : now.bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(body.position_m[axis], now.container.min_m[axis] + 0.97f * body.radius_m);
            EXPECT_LE(body.position_m[axis], now.container.max_m[axis] - 0.97f * body.radius_m);
        }
    }
    const auto pairs = world->pairs_by_id();
    for (size_t p = 0; p < pairs.size(); p += 2) {
        const sim::Body &a = now.bodies[pairs[p]], &b = now.bodies[pairs[p + 1]];
        EXPECT_LE(overlap_of(a, b), 0.03 * b.radius_m);
    }
}

}  // namespace
