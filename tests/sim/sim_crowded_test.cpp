// Bodies with more contacts than one thread of a device should work on.
#include "tests/sim/sim_crowded_suite.h"

#include <algorithm>

namespace {

TEST(Crowded, bodies_sum_their_contacts_in_ascending_id) { crowded::expect_exact_sums(sim::Backend::cpu); }

TEST(Crowded, sleepers_wake_for_any_one_of_their_contacts) {
    crowded::expect_any_contact_wakes(sim::Backend::cpu);
}

TEST(Crowded, sleepers_wake_whichever_body_found_the_contact) {
    crowded::expect_wakes_whoever_finds_the_contact(sim::Backend::cpu);
}

TEST(Crowded, sleepers_do_not_wake_each_other) {
    sim::Snapshot start{{}, {{-5, -5, -5}, {5, 5, 5}}, 0};
    for (const float x : {0.0f, 0.9f}) start.bodies.push_back({{x, 0, 0}, 0.5f, {0, 3, 0}, 2, {0, 0, 0}, 1});
    sim::WorldConfig config = testing_worlds::config_of("gas", 2);
    config.scene.physics = crowded::gentle();
    config.scene.physics.sleep_speed_m_s = 0.01f;
    config.scene.physics.sleep_time_s = 0.5f;
    const auto world = sim::World::create(config, &start);
    world->step(1);
    EXPECT_EQ(world->counters().asleep, 2u) << "fast as they were, they did not move";
}

TEST(Crowded, bodies_at_one_place_are_parted_by_their_ids) {
    crowded::expect_parted_by_id(sim::Backend::cpu);
}

TEST(Crowded, bodies_at_one_place_among_others_are_parted_too) {
    crowded::expect_parted_among_others(sim::Backend::cpu);
}

TEST(Crowded, lists_of_any_length_are_put_in_order) {
    sim::Random random(5);
    for (uint32_t count = 0; count < 300; ++count) {
        std::vector<uint64_t> list(count);
        for (uint64_t& entry : list) entry = random.bits() % 40 << 32 | random.bits();
        std::vector<uint64_t> expected = list;
        std::sort(expected.begin(), expected.end());
        sim::sort_list(sim::Solo{}, list.data(), count);
        EXPECT_EQ(list, expected) << count;
    }
}

}  // namespace
