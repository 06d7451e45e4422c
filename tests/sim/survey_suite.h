// Surveys of worlds on the backend `cuda`, on a device or emulated.
#pragma once
#include <gtest/gtest.h>

#include <cstring>

#include "app/gl/handover/survey.h"
#include "tests/sim/sim_scene.h"

namespace testing_worlds {

inline app::Survey survey_after(sim::Backend backend, const std::string& scene, uint32_t bodies,
                                uint32_t steps) {
    const auto world = sim::World::create(config_of(scene, bodies, backend));
    world->step(steps);
    world->finish();
    const auto surveyor = app::make_surveyor(backend, 0);
    surveyor->start(*world);
    return surveyor->take(true).value();
}

inline void expect_one_survey(const std::string& scene, uint32_t bodies, uint32_t steps) {
    const app::Survey host = survey_after(sim::Backend::cpu, scene, bodies, steps);
    const app::Survey device = survey_after(sim::Backend::cuda, scene, bodies, steps);
    EXPECT_GT(host.bodies, 0u);
    EXPECT_EQ(0, std::memcmp(&host, &device, sizeof host));
}

/// One surveyor, two states; nothing is taken twice, and nothing is started before what there is was taken.
inline void expect_surveys_in_turn() {
    const auto world = sim::World::create(config_of("gas", 500, sim::Backend::cuda));
    const auto surveyor = app::make_surveyor(sim::Backend::cuda, 0);
    EXPECT_FALSE(surveyor->take(true));
    surveyor->start(*world);
    surveyor->start(*world);
    const auto first = surveyor->take(true);
    ASSERT_TRUE(first);
    EXPECT_FALSE(surveyor->take(true));
    world->step(50);
    surveyor->start(*world);
    const auto second = surveyor->take(true);
    ASSERT_TRUE(second);
    EXPECT_EQ(first->bodies, 500u);
    EXPECT_EQ(second->bodies, 500u) << "counts start from nothing again";
    EXPECT_NE(0, std::memcmp(&*first, &*second, sizeof *first));
}

}  // namespace testing_worlds
