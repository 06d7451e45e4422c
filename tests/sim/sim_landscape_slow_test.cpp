// A landscape over many steps: no centre is below the ground after any of them.
#include "tests/sim/sim_landscape_suite.h"

TEST(LandscapeLong, keeps_every_body_above_ground_in_twenty_thousand_steps) {
    landscape::expect_none_below_ground(sim::Backend::cpu, 3000, 20000);
}
