// Worlds whose boxes are given, on the CPU.
#include "tests/sim/sim_given_suite.h"

namespace {

constexpr sim::Backend kCpu = sim::Backend::cpu;

TEST(GivenBoxes, have_their_pairs_with_every_broad_phase_and_engine) {
    for (const auto& broad_phase : sim::broad_phases())
        for (const char* engine : {"cpu-adaptive", "cpu-radix"})
            given::expect_frames(kCpu, broad_phase.name, engine);
}

TEST(GivenBoxes, may_be_more_or_fewer_in_each_frame) {
    for (const auto& broad_phase : sim::broad_phases()) given::expect_unequal_frames(kCpu, broad_phase.name);
}

TEST(GivenBoxes, have_room_after_another_search) {
    given::expect_room_after_another_search(kCpu, "cpu-radix");
}

TEST(GivenBoxes, get_room_for_all_their_pairs) { given::expect_room_for_pairs(kCpu); }

TEST(GivenBoxes, are_shown_after_a_frame_of_too_many_pairs) {
    given::expect_frames_after_one_of_too_many_pairs(kCpu);
}

TEST(GivenBoxes, are_sorted_from_the_order_that_is_given) { given::expect_given_order(kCpu); }

TEST(GivenBoxes, are_the_same_by_any_way_to_a_frame) { given::expect_the_same_by_any_way(kCpu); }

TEST(GivenBoxes, tell_how_far_a_body_came_and_who_overlaps_the_watched_one) {
    const given::Frame first = {{{0, 0, 0}, {1, 1, 1}}, {{5, 0, 0}, {6, 1, 1}}, {{9, 0, 0}, {10, 1, 1}}};
    given::Frame second = first;
    second[1] = {{0.5f, 0, 0}, {1.5f, 1, 1}};
    const auto world = sim::World::create(given::config_of(first));
    world->watch(1);
    world->step(1);
    EXPECT_EQ(world->counters().watched.pair_count, 0u);
    world->give({second}, 1);
    world->step(1);
    const sim::WatchedBody& watched = world->counters().watched;
    EXPECT_EQ(watched.id, 1u);
    EXPECT_EQ(watched.pair_count, 1u);
    EXPECT_EQ(watched.pair_ids[0], 0u);
    EXPECT_FLOAT_EQ(watched.velocity_m_s.x, -4.5f / 0.02f);
}

TEST(GivenBoxes, of_spheres_have_half_of_a_side_as_radius_and_points_the_least_one) {
    const sim::GivenLook spheres{true, 0.25f}, boxes;
    const sim::Box box = {{0, 0, 0}, {2, 2, 2}}, point = {{1, 1, 1}, {1, 1, 1}};
    EXPECT_EQ(spheres.sphere_of(box).w, 1);
    EXPECT_EQ(spheres.sphere_of(point).w, 0.25f);
    EXPECT_FLOAT_EQ(boxes.sphere_of(box).w, sqrtf(3));
}

TEST(GivenBoxes, that_are_wrong_are_refused_and_change_nothing) {
    const given::Frame boxes = given::drifting(20, 0);
    const auto world = sim::World::create(given::config_of(boxes));
    world->step(1);
    given::Frame wrong = boxes;
    wrong[7].max.y = NAN;
    EXPECT_THROW(world->give({wrong}, 1), std::invalid_argument);
    wrong[7] = {{1, 0, 0}, {0, 1, 1}};
    EXPECT_THROW(world->give({wrong}, 1), std::invalid_argument);
    EXPECT_THROW(world->give({}, 1), std::invalid_argument);
    std::vector<uint32_t> order(20, 3);
    EXPECT_THROW(world->give({boxes, order}, 1), std::invalid_argument);
    order.pop_back();
    EXPECT_THROW(world->give({boxes, order}, 1), std::invalid_argument);
    given::expect_frame(*world, boxes, "as before");
    const auto moving = sim::World::create(testing_worlds::config_of("gas", 10));
    EXPECT_THROW(moving->give({boxes}, 0), std::invalid_argument);
}

TEST(GivenBoxes, keep_another_engine_and_broad_phase) {
    const auto world = sim::World::create(given::config_of(given::drifting(200, 0)));
    uint32_t step = 0;
    for (const char* broad_phase : {"columns", "sweep", "endpoint", "brute", "columns"}) {
        world->set_broad_phase(broad_phase);
        const given::Frame boxes = given::drifting(200, step);
        world->give({boxes}, step++);
        world->step(1);
        given::expect_frame(*world, boxes, broad_phase);
    }
    world->set_engine("cpu-radix");
    const given::Frame boxes = given::drifting(900, step);
    world->give({boxes}, step);
    world->step(1);
    given::expect_frame(*world, boxes, "more, after another engine");
}

/// Two slots, a count of each, and two spheres.
TEST(GivenBoxes, report_the_bytes_of_their_pairs) {
    const auto world = sim::World::create(given::config_of(given::drifting(300, 0)));
    world->step(1);
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    const uint64_t pairs = world->counters().pairs;
    ASSERT_GT(pairs, 0u);
    const auto& stages = reports.back().stages;
    const auto stage = std::find_if(stages.begin(), stages.end(),
                                    [](const auto& one) { return one.name == "pairs per body"; });
    ASSERT_NE(stage, stages.end());
    EXPECT_EQ(stage->bytes, pairs * (2 * sizeof(uint32_t) + 2 * sizeof(uint64_t) + 2 * sizeof(sim::Vec4)));
}

TEST(GivenBoxes, have_no_pairs_before_their_step) {
    given::expect_no_pairs_before_the_step(sim::Backend::cpu);
}

}  // namespace
