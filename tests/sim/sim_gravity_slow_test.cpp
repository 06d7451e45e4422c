// What gravity keeps over many steps of many bodies: a cluster in equilibrium.
#include "tests/sim/sim_gravity.h"

using namespace gravity_worlds;

namespace {

double half_mass_radius(const sim::Snapshot& state) {  // of equal masses about the origin
    std::vector<double> radii;
    for (const sim::Body& body : state.bodies) radii.push_back(std::sqrt(squared(vec(body.position_m))));
    std::nth_element(radii.begin(), radii.begin() + std::ptrdiff_t(radii.size() / 2), radii.end());
    return radii[radii.size() / 2];
}

TEST(GravityForLong, a_cluster_of_16384_keeps_energy_turn_and_size_for_600_steps) {
    const sim::WorldConfig config = config_of("plummer", 16384);
    const auto world = sim::World::create(config);
    const sim::Gravity& gravity = config.scene.physics.gravity;
    const sim::Snapshot start = world->snapshot();
    const Balance begin = balance_of(start, gravity);
    for (int part = 0; part < 3; ++part) {
        world->step(200);
        const sim::Snapshot now = world->snapshot();
        const Balance balance = balance_of(now, gravity);
        EXPECT_NEAR(balance.energy() / begin.energy(), 1, 2e-5);
        EXPECT_NEAR(balance.virial_ratio(), 1, 0.025);
        EXPECT_LT(std::sqrt(squared(balance.turn - begin.turn)), 1e-4);
        EXPECT_NEAR(half_mass_radius(now) / half_mass_radius(start), 1, 0.03);
    }
}

}  // namespace
