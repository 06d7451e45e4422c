// Runs with hands, other physics and thrown bodies, forth and back, on the CPU.
#include <malloc.h>

#include "tests/sim/sim_run_suite.h"

namespace {

using namespace runs;

sim::WorldConfig rolling_pile(uint32_t bodies) {
    sim::WorldConfig config = config_of("pile", bodies);
    config.scene.physics.rotation = true;
    return config;
}

double distance(const sim::Vec3& a, const sim::Vec3& b) { return double(length(a - b)); }

TEST(Run, a_hand_draws_the_gripped_point_of_a_body_to_its_place_and_no_other_body) {
    for (const bool rolls : {false, true}) {
        sim::WorldConfig config = config_of("gas", 40);
        config.scene.physics.rotation = rolls;
        Holder holder(config), alone(config);
        sim::Playback playback(holder, {});
        const sim::Container box = holder.world().container();
        const sim::Vec3 target = (box.min_m + box.max_m) * 0.5f;
        const float radius = body_of(holder.world(), 7).radius_m;
        playback.act(pull(7, {radius, 0, 0}, target));
        playback.advance(uint32_t(1.5f / config.scene.physics.time_step_s));
        const sim::Snapshot end = holder.world().snapshot();
        const sim::Vec3 grip = rolls ? sim::rotation(end.rotations[7].orientation) * sim::Vec3{radius, 0, 0}
                                     : sim::Vec3{radius, 0, 0};
        EXPECT_LT(distance(end.bodies[7].position_m + grip, target), 0.3 * double(radius)) << rolls;

        alone.world().step(1);
        Holder pulled(config);
        pulled.world().set_hand(pull(7, {radius, 0, 0}, target));
        pulled.world().step(1);
        const sim::Snapshot free = alone.world().snapshot(), one = pulled.world().snapshot();
        for (uint32_t id = 0; id < 40; ++id)
            EXPECT_EQ(distance(one.bodies[id].velocity_m_s, free.bodies[id].velocity_m_s) > 0, id == 7) << id;
    }
}

TEST(Run, a_hand_wakes_the_body_that_it_pulls) {
    for (const char* scene : {"pile", "chairs"}) {
        sim::WorldConfig config = config_of(scene, 12);
        sim::Snapshot state = sim::World::create(config)->snapshot();
        for (sim::Body& body : state.bodies) {
            body.velocity_m_s = body.acceleration_m_s2 = {0, 0, 0};
            body.still_s = config.scene.physics.sleep_time_s;
        }
        const auto world = sim::World::create(config, &state);
        world->step(3);
        ASSERT_EQ(world->counters().asleep, 12u) << scene;
        const sim::Vec3 from = state.bodies[3].position_m;
        world->set_hand(pull(3, {0, 0, 0}, from + sim::Vec3{0, 2, 0}));
        world->step(uint32_t(0.3f / config.scene.physics.time_step_s));
        EXPECT_GT(body_of(*world, 3).position_m.y, from.y + 0.5f) << scene;
        EXPECT_EQ(body_of(*world, 5).position_m.y, state.bodies[5].position_m.y) << scene;
    }
}

TEST(Run, a_pushing_hand_clears_its_sphere_and_never_pulls) {
    Holder holder(config_of("gas", 300));
    const sim::Container box = holder.world().container();
    const sim::Vec3 middle = (box.min_m + box.max_m) * 0.5f;
    const float radius = 0.25f * (box.max_m.x - box.min_m.x);
    const auto inside = [&] {
        int count = 0;
        for (const sim::Body& body : holder.world().snapshot().bodies)
            count += distance(body.position_m, middle) < double(0.8f * radius);
        return count;
    };
    const int before = inside();
    ASSERT_GT(before, 3);
    holder.world().set_hand(push(middle, radius));
    holder.world().step(uint32_t(1 / holder.world().config().scene.physics.time_step_s));
    EXPECT_EQ(inside(), 0);

    const sim::Hand hand = push({0, 0, 0}, 1);
    const sim::Vec3 leaving = sim::hand_push(hand, {0.9f, 0, 0}, 0.1f, {50, 0, 0});
    EXPECT_EQ(leaving.x, 0) << "a body that flees is not held back";
}

TEST(Run, other_physics_leave_the_hand_where_it_is) {
    Holder holder(config_of("pile", 20));
    const sim::Vec3 from = body_of(holder.world(), 4).position_m;
    sim::Playback playback(holder, {});
    playback.act(pull(4, {0, 0, 0}, from + sim::Vec3{0, 1, 0}));
    sim::Physics physics = playback.physics();
    physics.gravity_m_s2 = {0, -1, 0};
    playback.advance(1);
    playback.act(physics);
    playback.advance(uint32_t(1 / physics.time_step_s));
    EXPECT_LT(distance(body_of(holder.world(), 4).position_m, from + sim::Vec3{0, 1, 0}), 0.02);
}

TEST(Run, a_mesh_body_that_is_gripped_at_its_edge_turns) {
    const sim::WorldConfig config = config_of("chairs", 4);
    Holder holder(config);
    const sim::Vec3 place = body_of(holder.world(), 1).position_m;
    sim::Playback playback(holder, {});
    playback.act(pull(1, {0.3f, 0, 0}, place + sim::Vec3{0, 1, 0}));
    playback.advance(uint32_t(1.5f / config.scene.physics.time_step_s));
    const sim::Snapshot end = holder.world().snapshot();
    const sim::Vec3 grip = sim::rotation(end.rotations[1].orientation) * sim::Vec3{0.3f, 0, 0};
    EXPECT_LT(distance(end.bodies[1].position_m + grip, place + sim::Vec3{0, 1, 0}), 0.1);
    EXPECT_GT(grip.y, 0.2f) << "it hangs from the hand";
}

TEST(Run, thrown_bodies_get_the_ids_behind_the_last) {
    Holder holder(config_of("pile", 50));
    sim::Playback playback(holder, {});
    playback.advance(5);
    const sim::Snapshot before = holder.world().snapshot();
    const float top = before.container.max_m.y;
    playback.act(thrown_like(holder.world(), 3, {0, 0.9f * top, 0}, {0, -2, 0}));
    const sim::Snapshot after = holder.world().snapshot();
    ASSERT_EQ(after.bodies.size(), 51u);
    EXPECT_EQ(after.completed_steps, 5u);
    for (uint32_t id = 0; id < 50; ++id)
        EXPECT_EQ(after.bodies[id].position_m.y, before.bodies[id].position_m.y);
    EXPECT_EQ(after.bodies[50].mass_kg, before.bodies[3].mass_kg);
    playback.advance(1);
    EXPECT_LT(body_of(holder.world(), 50).velocity_m_s.y, -2.0f);
}

TEST(Run, goes_back_and_forth_to_the_same_bits) {
    expect_the_same_forth_and_back(config_of("pile", 120), 300, 30);
    expect_the_same_forth_and_back(rolling_pile(60), 200, 30);
    expect_the_same_forth_and_back(config_of("chairs", 6), 120, 24);
    expect_the_same_forth_and_back(config_of("plummer", 60), 60, 12);
    expect_the_same_forth_and_back(config_of("landscape", 120), 60, 12);
}

TEST(Run, of_ten_thousand_steps_with_five_hundred_events_goes_back_and_forth_in_the_same_memory) {
    Holder holder(rolling_pile(24));
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 512 << 10});
    sim::Random random(3);
    std::vector<uint64_t> at, hashes;
    for (uint32_t k = 0; k < 500; ++k) {
        playback.advance(1 + pick(random, 38));
        at.push_back(playback.step());
        hashes.push_back(holder.hash());
        playback.act(event_of(k, holder.world(), random));
    }
    playback.advance(uint32_t(10'000 - playback.step()));
    const uint64_t last = holder.hash();
    const uint32_t bodies = holder.world().bodies().count;
    EXPECT_GT(bodies, 100u);

    const size_t before = mallinfo2().uordblks;
    for (const uint32_t k : {499u, 250u, 100u, 0u}) {
        playback.go_to(at[k]);
        EXPECT_EQ(holder.hash(), hashes[k]) << "back at step " << at[k];
    }
    playback.go_to(0);
    for (size_t k = 0; k < at.size(); ++k) {
        playback.go_to(at[k]);
        ASSERT_EQ(holder.hash(), hashes[k]) << "forth again at step " << at[k];
    }
    playback.go_to(10'000);
    EXPECT_EQ(holder.hash(), last);
    EXPECT_EQ(holder.world().bodies().count, bodies);
    EXPECT_EQ(playback.events().size(), 500u);
    EXPECT_LE(playback.saves().bytes(false), 512u << 10);
    EXPECT_LE(mallinfo2().uordblks, before + (256 << 10));
}

TEST(Run, gives_the_same_bits_with_another_engine) {
    expect_bits_of_the_cpu(config_of("mixed", 150), sim::Backend::cpu, "std-sort", 160, 20);
    expect_bits_of_the_cpu(config_of("chairs", 5), sim::Backend::cpu, "cpu-radix", 60, 15);
}

TEST(Run, saves_stay_within_their_memory_and_every_step_can_be_reached) {
    Holder holder(config_of("gas", 64));
    const uint64_t each = holder.world().save().bytes;
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 12 * each});
    playback.save_each(4);
    std::vector<uint64_t> hashes;
    for (int k = 0; k < 120; ++k) {
        hashes.push_back(holder.hash());
        playback.advance(2);
    }
    EXPECT_EQ(playback.saves().count(), 12u);
    EXPECT_LE(playback.saves().bytes(false), 12 * each);
    for (const uint64_t k : {119u, 118u, 60u, 5u, 0u, 77u}) {
        playback.go_to(2 * k);
        EXPECT_EQ(holder.hash(), hashes[k]) << k;
    }
}

TEST(Run, saves_are_dense_for_the_last_steps_and_sparse_for_the_first) {
    Holder holder(config_of("gas", 64));
    const uint64_t each = holder.world().save().bytes;
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = 12 * each});
    playback.save_each(4);
    playback.advance(400);
    const std::vector<sim::SavedState>& saves = playback.saves().all();
    ASSERT_EQ(saves.size(), 12u);
    EXPECT_EQ(saves.front().completed_steps(), 0u);
    EXPECT_EQ(saves.back().completed_steps(), 400u);
    for (size_t k = 1; k < saves.size(); ++k) {
        const uint64_t gap = saves[k].completed_steps() - saves[k - 1].completed_steps();
        const uint64_t ago = 400 - saves[k - 1].completed_steps();
        EXPECT_LE(gap, std::max<uint64_t>(ago * 3 / 5, 8)) << ago << " steps ago";
    }
}

TEST(Run, goes_back_to_steps_after_a_throw_without_another_world) {
    Holder holder(config_of("pile", 40));
    sim::Playback playback(holder, {});
    playback.advance(10);
    playback.act(thrown_like(holder.world(), 3, {0, 20, 0}, {0, -2, 0}));
    playback.advance(10);
    const int made = holder.replaced;
    for (const uint64_t step : {15, 18, 12}) playback.go_to(step);
    EXPECT_EQ(holder.replaced, made);
    playback.go_to(5);
    EXPECT_EQ(holder.world().bodies().count, 40u);
    EXPECT_EQ(holder.replaced, made + 1);
}

TEST(Run, stays_where_it_is_when_the_world_to_go_back_to_cannot_be_made) {
    uint64_t hash[2] = {0, 1};
    for (const bool tries : {false, true}) {
        Holder holder(config_of("pile", 40));
        sim::Playback playback(holder, {});
        sim::Physics physics = holder.world().config().scene.physics;
        physics.gravity_m_s2.y = -3;
        playback.advance(4);
        playback.act(physics);
        playback.act(thrown_like(holder.world(), 3, {0, 20, 0}, {0, -2, 0}));
        playback.advance(4);
        holder.refuses = true;
        if (tries) {
            EXPECT_THROW(playback.go_to(2), sort::OverLimit);
        }
        EXPECT_EQ(playback.step(), 8u);
        EXPECT_EQ(playback.physics().gravity_m_s2.y, -3);
        playback.advance(2);
        hash[tries] = holder.hash();
        holder.refuses = false;
        playback.go_to(2);
        EXPECT_EQ(playback.physics().gravity_m_s2.y, -9.81f);
        playback.go_to(10);
        EXPECT_EQ(holder.hash(), hash[tries]);
    }
    EXPECT_EQ(hash[0], hash[1]);
}

TEST(Run, says_that_there_is_no_memory_also_where_the_world_is_lost) {
    Holder holder(config_of("pile", 40));
    sim::Playback playback(holder, {});
    playback.advance(4);
    const sim::Throw thrown = thrown_like(holder.world(), 3, {0, 20, 0}, {0, -2, 0});
    playback.act(thrown);
    playback.advance(4);
    holder.loses = true;
    EXPECT_THROW(playback.act(thrown), sort::OverLimit);
    EXPECT_EQ(playback.step(), 8u);
}

TEST(Run, of_a_file_says_that_there_is_no_memory_for_its_throw) {
    Holder holder(config_of("pile", 40));
    sim::Playback playback(holder, {});
    playback.load({{3, thrown_like(holder.world(), 3, {0, 20, 0}, {0, -2, 0})}}, 9);
    holder.loses = true;
    EXPECT_THROW(playback.advance(9), sort::OverLimit);
}

/// A ring whose first states are gone.
TEST(Run, does_not_go_back_to_another_step_than_it_is_asked_for) {
    Holder holder(config_of("pile", 40));
    const uint64_t each = holder.world().save().bytes;
    sim::Playback playback(holder, {.device_bytes = 0, .host_bytes = each / 2});
    playback.save_each(4);
    playback.advance(9);
    EXPECT_EQ(playback.saves().count(), 0u);
    EXPECT_NE(playback.saves().why_smaller(), "");
    EXPECT_THROW(playback.go_to(3), sort::OverLimit);
    EXPECT_EQ(playback.step(), 9u);
    playback.begin();
    EXPECT_EQ(playback.first_step(), 9u);
}

TEST(Run, a_state_that_is_larger_than_all_room_costs_no_other) {
    sim::SaveRing ring({.device_bytes = 0, .host_bytes = 40 << 10});
    const auto small = sim::World::create(config_of("pile", 20)),
               large = sim::World::create(config_of("pile", 2000));
    for (int k = 0; k < 5; ++k) {
        small->step(1);
        ring.add(*small);
    }
    large->step(9);
    ring.add(*large);
    EXPECT_EQ(ring.count(), 5u);
    EXPECT_NE(ring.why_smaller(), "");
    ring.clear();
    EXPECT_EQ(ring.why_smaller(), "");
}

TEST(Run, however_long_it_is_only_so_many_states_are_saved) {
    const auto world = sim::World::create(config_of("gas", 1));
    sim::SaveRing ring({.device_bytes = 0, .host_bytes = uint64_t{1} << 40});
    for (size_t step = 0; step <= 4300; ++step, world->step(1)) ring.add(*world);
    EXPECT_EQ(ring.count(), sim::SaveRing::kMostSaves);
    EXPECT_TRUE(ring.has(0) && ring.has(4300)) << "the first and the newest stay";
}

TEST(Run, what_is_done_in_the_past_forgets_what_came_after) {
    Holder holder(config_of("pile", 30));
    sim::Playback playback(holder, {});
    playback.advance(20);
    playback.act(pull(1, {0, 0, 0}, {0, 1, 0}));
    playback.advance(20);
    playback.go_to(10);
    EXPECT_EQ(playback.last_step(), 40u);
    playback.act(pull(2, {0, 0, 0}, {0, 1, 0}));
    EXPECT_EQ(playback.last_step(), 10u);
    ASSERT_EQ(playback.events().size(), 1u);
    EXPECT_EQ(playback.events()[0].step, 11u);

    // A hand that moves on before the next step was nowhere else.
    playback.act(pull(2, {0, 0, 0}, {0, 2, 0}));
    ASSERT_EQ(playback.events().size(), 1u);
    EXPECT_EQ(std::get<sim::Hand>(playback.events()[0].what).target_m.y, 2);
}

TEST(Run, states_of_a_future_that_was_left_are_not_gone_back_to) {
    Holder holder(config_of("pile", 30)), plain(config_of("pile", 30));
    sim::Playback playback(holder, {});
    playback.save_each(4);
    playback.advance(40);
    playback.go_to(10);
    const sim::Hand hand = pull(2, {0, 0, 0}, {0, 1, 0});
    playback.act(hand);
    playback.advance(2);
    playback.go_to(11);
    playback.advance(19);
    plain.world().step(10);
    plain.world().set_hand(hand);
    plain.world().step(20);
    EXPECT_EQ(holder.hash(), plain.hash());
    playback.go_to(29);
    playback.go_to(30);
    EXPECT_EQ(holder.hash(), plain.hash());
}

TEST(Run, two_throws_before_one_step_are_both_done_again) {
    Holder holder(config_of("pile", 30));
    sim::Playback playback(holder, {});
    playback.advance(5);
    playback.act(thrown_like(holder.world(), 3, {0, 20, 0}, {0, -2, 0}));
    playback.act(thrown_like(holder.world(), 4, {2, 20, 0}, {0, -2, 0}));
    playback.advance(5);
    Holder again(config_of("pile", 30));
    sim::Playback repeated(again, {});  // without the saved states
    repeated.load(playback.events(), playback.step());
    repeated.go_to(10);
    EXPECT_EQ(again.world().bodies().count, 32u);
    EXPECT_EQ(again.hash(), holder.hash());
}

TEST(Run, a_thrown_body_keeps_its_shape_and_how_it_is_turned) {
    sim::Snapshot state{{{{0, 0, 0}, 1, {0, 0, 0}, 1, {0, 0, 0}, 0}}, {{-5, -5, -5}, {5, 5, 5}}, 0};
    state.rotations.resize(1);
    const sim::Snapshot after =
        sim::with_thrown(state, {{{3, 0, 0}, {0, 1, 0}, 0.5f, 2, 7, {0.6f, 0, 0.8f, 0}}});
    ASSERT_EQ(after.rotations.size(), 2u);
    EXPECT_EQ(after.rotations[1].shape, 7u);
    EXPECT_EQ(after.rotations[1].orientation.y, 0.8f);
    EXPECT_EQ(after.bodies[1].velocity_m_s.y, 1);
}

TEST(Run, another_backend_or_engine_goes_on_in_the_same_run) {
    Holder holder(config_of("pile", 80)), plain(config_of("pile", 80));
    sim::Playback playback(holder, {});
    playback.save_each(4);
    playback.advance(30);
    playback.leave_device();
    sim::WorldConfig other = holder.world().config();
    other.engine = "std-sort";
    other.broad_phase = "sweep";
    holder.exchange(other);
    playback.advance(10);
    plain.world().step(17);
    playback.go_to(17);
    EXPECT_EQ(holder.hash(), plain.hash());
}

TEST(Run, refuses_what_a_step_cannot_have_and_changes_nothing) {
    Holder holder(config_of("pile", 20));
    sim::Playback playback(holder, {});
    playback.advance(3);
    const uint64_t hash = holder.hash();
    sim::Hand hand = pull(20, {0, 0, 0}, {0, 0, 0});  // there is no such body
    EXPECT_THROW(playback.act(hand), std::invalid_argument);
    hand = pull(3, {0, 0, 0}, {NAN, 0, 0});
    EXPECT_THROW(playback.act(hand), std::invalid_argument);
    hand = pull(3, {0, 0, 0}, {0, 0, 0});
    hand.rate_1_s = 1e6f;
    EXPECT_THROW(playback.act(hand), std::invalid_argument);
    sim::Physics slow = holder.world().config().scene.physics;
    slow.time_step_s *= 8;  // too long for a hand that is there
    playback.act(pull(3, {0, 0, 0}, {0, 0, 0}, 0.05f / holder.world().config().scene.physics.time_step_s));
    EXPECT_THAT([&] { playback.act(slow); },
                testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr("the hand's")));
    EXPECT_EQ(playback.physics().time_step_s, holder.world().config().scene.physics.time_step_s);
    playback.act(sim::Hand{});
    sim::Throw thrown = thrown_like(holder.world(), 0, {0, 1, 0}, {0, 0, 0});
    thrown[0].radius_m = -1;
    EXPECT_THROW(playback.act(thrown), std::invalid_argument);
    EXPECT_EQ(playback.events().size(), 1u);  // of the hand that went away
    EXPECT_EQ(holder.hash(), hash);
    playback.advance(2);
    EXPECT_EQ(playback.step(), 5u);
}

}  // namespace
