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

}  // namespace
