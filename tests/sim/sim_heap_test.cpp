// Heaps of bodies with shapes on the CPU.
#include "tests/sim/sim_heap_suite.h"

namespace {

using namespace heap;

TEST(Heap, has_the_same_bits_with_every_engine_and_broad_phase) {
    const sim::Snapshot start = meeting(20);
    for (const auto& engine : sort::engines()) {
        if (engine.backend == sim::Backend::cpu)
            expect_bits_of_the_cpu(sim::Backend::cpu, engine.name, start, 60);
    }
}

TEST(Heap, has_the_same_bits_with_any_number_of_threads) {
    const sim::Snapshot start = meeting(30);
    std::vector<uint64_t> hashes;
    for (const int threads : {1, 2, 5}) {
        sim::WorldConfig config = chairs(30);
        config.threads = threads;
        const auto world = sim::World::create(config, &start);
        world->step(200);
        hashes.push_back(sim::state_hash(world->snapshot()));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Heap, loses_no_contact_for_want_of_room) { expect_growth_changes_nothing(sim::Backend::cpu, 90); }

TEST(Heap, finds_the_pairs_of_its_boxes) {
    const sim::Snapshot start = meeting(40);
    const auto world = sim::World::create(chairs(40), &start);
    world->step(1);
    const sim::BodyView view = world->bodies();
    std::vector<sim::Box> boxes(40);
    for (uint32_t slot = 0; slot < 40; ++slot) boxes[view.id[slot]] = view.boxes[slot];
    std::vector<uint32_t> expected;
    for (uint32_t a = 0; a < 40; ++a) {
        for (uint32_t b = a + 1; b < 40; ++b) {
            if (overlaps(boxes[a], boxes[b])) expected.insert(expected.end(), {a, b});
        }
    }
    EXPECT_GT(expected.size(), 20u);
    EXPECT_EQ(world->pairs_by_id(), expected);
}

/// Slabs above each other at rest, so far apart, the lowest one on the floor.
sim::Snapshot slabs(sim::WorldConfig& config, float apart_m) {
    config.scene.meshes = {{.file = "slab", .size_m = 0.9f, .cells = 48}};
    app::load_shapes(config.scene, 0, true);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const sim::Shape& slab = config.scene.shapes[0]->shape;
    float low = 1, high = -1;
    for (const sim::Vec4& point : slab.box_points)
        low = std::min(low, point.y), high = std::max(high, point.y);
    start.container = {{-20, 0, -20}, {20, 20, 20}};
    for (size_t id = 0; id < start.bodies.size(); ++id) {
        start.bodies[id].position_m = {0, float(id) * (high - low + apart_m) - low, 0};
        start.bodies[id].velocity_m_s = {0, 0, 0};
        start.rotations[id] = {};
    }
    return start;
}

/// Slabs on each other, asleep.
sim::Snapshot stack_of_slabs(sim::WorldConfig& config) {
    const sim::Snapshot start = slabs(config, -5e-5f);
    const auto world = sim::World::create(config, &start);
    for (int k = 0; k < 200 && world->counters().asleep < config.bodies; ++k) world->step(100);
    return world->snapshot();
}

TEST(Heap, marks_say_how_fast_the_surfaces_meet) {
    for (const float meet_m_s : {0.0f, 2.0f}) {
        sim::WorldConfig config = chairs(2);
        sim::Snapshot start = slabs(config, meet_m_s > 0 ? 0.02f : -2e-3f);
        for (sim::Body& body : start.bodies) {
            body.position_m.y += 5;
            body.velocity_m_s = {0, -3, 0};
        }
        start.bodies[1].velocity_m_s.y -= meet_m_s;
        start.bodies[1].position_m =
            start.bodies[1].position_m + sim::Vec3{0.2f, 0, 0.15f};  // no edge on an edge
        const auto world = sim::World::create(config, &start);
        for (int k = 0; k < 2000 && world->counters().contacts == 0; ++k) {
            world->step(1);
            world->finish();
        }
        const sim::ContactView marks = world->contacts();
        ASSERT_EQ(*marks.count, 1u);
        EXPECT_NEAR(marks.marks[0].approach_m_s, meet_m_s, 0.1f);
    }
}

TEST(Heap, falls_when_what_holds_it_goes) {
    for (const size_t goes : {0, 1}) {
        sim::WorldConfig config = chairs(4);
        sim::Snapshot start = stack_of_slabs(config);
        for (const sim::Body& body : start.bodies) ASSERT_GT(body.still_s, 0.29f) << "it has to sleep first";
        const float top = start.bodies[3].position_m.y;
        start.bodies[goes].velocity_m_s = {30, 0, 0};
        start.bodies[goes].still_s = 0;
        const auto world = sim::World::create(config, &start);
        world->step(4000);
        EXPECT_LT(world->snapshot().bodies[3].position_m.y, top - 0.05f) << "slab " << goes << " went";
    }
}

}  // namespace
