// Colours of pairs whose contacts are constraints: what may be solved at the same time, and what is left.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "sim/exec/exec_cpu.h"
#include "sim/manifold/colours.h"
#include "sim/manifold/versions.h"
#include "sim/rigid_data.h"
#include "sim/scenes/random.h"

namespace {

/// What the stages of colouring read of a step's data.
struct Pairs {
    explicit Pairs(uint32_t bodies) : constraints(std::in_place, bodies), status(1) {
        for (uint32_t slot = 0; slot < bodies; ++slot) {
            body(slot).inverse_mass = 1;
            for (int k = 0; k < 2; ++k) constraints->first[k].data()[slot] = ~uint64_t{0};
        }
    }
    sim::SolverBody& body(uint32_t slot) { return constraints->bodies.data()[slot]; }
    sim::PairRows& row(uint32_t k) { return constraints->solved.rows.data()[k]; }
    uint32_t& class_of(uint32_t k) { return constraints->solved.seats.data()[k].its_class; }
    uint64_t turn_of(uint32_t k) { return constraints->solved.seats.data()[k].turn; }
    uint32_t count() { return uint32_t(status.data()->solved_pairs); }
    void add(uint32_t a, uint32_t b) {
        sim::PairRows& own = row(uint32_t(status.data()->solved_pairs++));
        own.key = sim::pair_key(a, b), own.a = a, own.b = b;
        const bool moves = body(a).moves() || (b < sim::kFirstWall && body(b).moves());
        constraints->solved.seats.data()[&own - &row(0)] =
            seat_of(own, body(a).moves(), b < sim::kFirstWall && body(b).moves(),
                    !moves                 ? sim::kIdle
                    : b >= sim::kFirstWall ? sim::kFirstWallClass + (b - sim::kFirstWall)
                                           : sim::kWanted);
    }
    void colour(int threads) {
        sim::CpuExec exec(threads);
        colour_pairs(exec, *this);
    }
    /// Rows of a class.
    std::vector<uint32_t> of_class(uint32_t c) {
        const sim::ColourArrays s = constraints->colours();
        return {s.order + s.begin[c], s.order + s.begin[c + 1]};
    }

    std::optional<sim::ConstraintData<sim::CpuExec>> constraints;
    sim::CpuExec::Array<sim::Status> status;
};

/// Some of the bodies do not move, some pairs are with walls.
void add_random_pairs(Pairs& pairs, uint32_t bodies, uint32_t count) {
    sim::Random random(31);
    const auto pick = [&](uint32_t of) { return uint32_t((random.bits() >> 32) * of >> 32); };
    for (uint32_t slot = 0; slot < bodies; slot += 5) pairs.body(slot).inverse_mass = 0;
    std::set<std::pair<uint32_t, uint32_t>> had;
    while (had.size() < count) {
        const uint32_t a = pick(bodies), b = pick(8) == 0 ? sim::kFirstWall + pick(6) : pick(bodies);
        if (a < b && had.insert({a, b}).second) pairs.add(a, b);
    }
}

TEST(Colours, no_two_pairs_of_a_class_share_a_body_that_moves) {
    constexpr uint32_t kBodies = 300, kPairs = 900;
    Pairs pairs(kBodies);
    add_random_pairs(pairs, kBodies, kPairs);
    pairs.colour(2);
    std::set<uint32_t> listed;
    uint32_t uncoloured = 0;
    for (uint32_t c = 0; c < sim::kClasses; ++c) {
        std::set<uint32_t> busy;
        for (const uint32_t k : pairs.of_class(c)) {
            EXPECT_TRUE(listed.insert(k).second) << "listed twice";
            EXPECT_EQ(pairs.class_of(k), c);
            if (c == sim::kUncoloured) {
                ++uncoloured;
                continue;
            }
            for (const uint32_t slot : {pairs.row(k).a, pairs.row(k).b}) {
                const bool moves = slot < sim::kFirstWall && pairs.body(slot).moves();
                EXPECT_TRUE(!moves || busy.insert(slot).second) << "class " << c;
            }
        }
    }
    for (uint32_t k = 0; k < pairs.count(); ++k)
        EXPECT_EQ(listed.count(k), pairs.class_of(k) == sim::kIdle ? 0u : 1u);
    EXPECT_EQ(uncoloured, 0u);
}

TEST(Colours, are_those_of_a_greedy_loop_whoever_computes_them) {
    constexpr uint32_t kBodies = 300, kPairs = 500;
    Pairs pairs(kBodies), again(kBodies);
    add_random_pairs(pairs, kBodies, kPairs);
    for (uint32_t slot = 0; slot < kBodies; slot += 5) again.body(slot).inverse_mass = 0;
    for (uint32_t k = kPairs; k > 0; --k) again.add(pairs.row(k - 1).a, pairs.row(k - 1).b);

    std::vector<uint32_t> turns, expected(kPairs, sim::kIdle);
    for (uint32_t k = 0; k < kPairs; ++k) {
        if (pairs.class_of(k) == sim::kWanted) {
            turns.push_back(k);
        } else {
            expected[k] = pairs.class_of(k);
        }
    }
    std::sort(turns.begin(), turns.end(),
              [&](uint32_t i, uint32_t j) { return pairs.turn_of(i) < pairs.turn_of(j); });
    std::vector<uint32_t> used(kBodies);
    for (const uint32_t k : turns) {
        const uint32_t a = pairs.row(k).a, b = pairs.row(k).b;
        const uint32_t taken = (pairs.body(a).moves() ? used[a] : 0) | (pairs.body(b).moves() ? used[b] : 0);
        expected[k] = sim::lowest_bit(~taken);
        used[a] |= 1u << expected[k], used[b] |= 1u << expected[k];
    }
    pairs.colour(1);
    again.colour(3);
    for (uint32_t k = 0; k < kPairs; ++k) {
        EXPECT_EQ(pairs.class_of(k), expected[k]);
        EXPECT_EQ(again.class_of(kPairs - 1 - k), expected[k]) << "in another order of rows";
    }
}

TEST(Colours, of_a_star_are_few_and_the_rest_is_in_the_order_of_its_keys) {
    constexpr uint32_t kLight = 100;
    Pairs pairs(kLight + 1);
    for (uint32_t k = 0; k < kLight; ++k) pairs.add((k * 37) % kLight, kLight);
    pairs.colour(2);
    for (uint32_t c = 0; c < sim::kUncoloured; ++c) EXPECT_EQ(pairs.of_class(c).size(), 1u) << c;
    const std::vector<uint32_t> rest = pairs.of_class(sim::kUncoloured);
    ASSERT_EQ(rest.size(), kLight - sim::kColours);
    for (size_t i = 1; i < rest.size(); ++i) EXPECT_LT(pairs.row(rest[i - 1]).key, pairs.row(rest[i]).key);

    Pairs around_a_pillar(kLight + 1);  // that does not move
    around_a_pillar.body(kLight).inverse_mass = 0;
    for (uint32_t k = 0; k < kLight; ++k) around_a_pillar.add(k, kLight);
    around_a_pillar.colour(2);
    EXPECT_EQ(around_a_pillar.of_class(0).size(), kLight);
}

/// The versions that a body's pairs wait for, in the order of classes, those without a colour one after the other.
std::vector<uint32_t> versions_of(Pairs& pairs, uint32_t slot, uint32_t sweep) {
    const sim::ColourArrays s = pairs.constraints->colours();
    std::vector<uint32_t> versions;
    for (uint32_t c = 0; c < sim::kClasses; ++c) {
        uint32_t before = 0;
        for (const uint32_t k : pairs.of_class(c)) {
            if (pairs.row(k).a != slot && pairs.row(k).b != slot) continue;
            versions.push_back(version_before(s, slot, sweep, c) + before++);
            EXPECT_TRUE(before == 1 || c == sim::kUncoloured);
        }
    }
    return versions;
}

TEST(Versions, of_a_body_count_its_pairs_through_all_classes_and_sweeps) {
    constexpr uint32_t kLight = 40, kHeavy = kLight;
    Pairs pairs(kLight + 1);
    const sim::ColourArrays s = pairs.constraints->colours();
    for (uint32_t slot = 0; slot < kLight; ++slot) pairs.add(slot, kHeavy);
    for (uint32_t slot = 1; slot < kLight; slot += 2) pairs.add(slot - 1, slot);
    for (const uint32_t slot : {3u, kHeavy}) {
        for (const uint32_t wall : {1u, 4u}) {
            sim::fetch_add(&s.walls[slot], 1u << wall);
            pairs.add(slot, sim::kFirstWall + wall);
            pairs.class_of(pairs.count() - 1) = class_of_wall(s, slot, wall);
        }
    }
    pairs.colour(2);
    ASSERT_EQ(pairs.of_class(sim::kUncoloured).size(), kLight - sim::kColours);
    for (uint32_t slot = 0; slot <= kHeavy; ++slot) {
        const auto own = uint32_t(versions_of(pairs, slot, 0).size());
        EXPECT_EQ(own, slot == kHeavy ? kLight + 2 : slot == 3 ? 4u : 2u);
        for (const uint32_t sweep : {0u, 1u, 2u}) {
            const std::vector<uint32_t> versions = versions_of(pairs, slot, sweep);
            for (uint32_t k = 0; k < own; ++k) EXPECT_EQ(versions[k], sweep * own + k) << "body " << slot;
        }
    }
}

}  // namespace
