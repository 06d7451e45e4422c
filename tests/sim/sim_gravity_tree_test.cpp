// The parts of gravity: keys, the tree over them, groups, reaches, and the roots that they need.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/gravity/groups.h"
#include "sim/gravity/reach.h"
#include "sim/math/inverse_root.h"
#include "sim/scenes/random.h"

namespace {

sim::Outermost outermost_of(const std::vector<sim::Vec3>& places) {
    sim::Outermost all = {};
    for (const sim::Vec3& place : places) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t key = sort::ordered_key(place[axis]);
            all.ends[axis] = std::max(all.ends[axis], ~key);
            all.ends[3 + axis] = std::max(all.ends[3 + axis], key);
        }
    }
    return all;
}

TEST(Morton, bits_of_the_three_axes_take_turns) {
    const sim::Cube cube = {{0, 0, 0}, 1};
    EXPECT_EQ(sim::morton_key({1, 0, 0}, cube), 4u);
    EXPECT_EQ(sim::morton_key({0, 1, 0}, cube), 2u);
    EXPECT_EQ(sim::morton_key({0, 0, 1}, cube), 1u);
    EXPECT_EQ(sim::morton_key({3, 0, 0}, cube), 36u);
    EXPECT_EQ(sim::morton_key({1e30f, 1e30f, 1e30f}, cube), (uint64_t{1} << 63) - 1);
    EXPECT_EQ(sim::morton_key({-1, NAN, -1e30f}, cube), 0u);
}

TEST(Morton, the_cube_holds_all_bodies_and_wastes_less_than_two_bits) {
    for (const float size : {0.0f, 1e-30f, 1e-3f, 0.9f, 1.0f, 7.0f, 7.1f, 1e6f, 1e30f}) {
        for (const float begin : {0.0f, -0.3f, 12.75f, -1e4f, 3e7f}) {
            const sim::Vec3 low = {begin, 0, -size}, high = {begin + size, 0.1f * size, 0};
            const sim::Cube cube = sim::cube_around(outermost_of({low, high}));
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE(cube.low[axis], low[axis]);
                EXPECT_LT((high[axis] - cube.low[axis]) * cube.cells_per_m, float(1 << sim::kCellBits));
            }
            if (size > 1e-20f && high.x - low.x == size) {
                EXPECT_GE(size * cube.cells_per_m, float(1 << (sim::kCellBits - 2)))
                    << size << " at " << begin;
            }
        }
    }
}

TEST(Morton, the_cube_stays_while_bodies_move_a_little) {
    const auto cube_of = [](float moved) {
        return sim::cube_around(outermost_of({{-1.03f + moved, 0, 0}, {1.2f, 1.1f + moved, 1}}));
    };
    for (const float moved : {0.0f, 0.001f, 0.01f, -0.01f}) {
        EXPECT_EQ(cube_of(0).low.x, cube_of(moved).low.x);
        EXPECT_EQ(cube_of(0).cells_per_m, cube_of(moved).cells_per_m);
    }
}

/// Goes through the whole tree; returns its depth.
uint32_t expect_whole(const std::vector<uint64_t>& keys, uint32_t node, uint32_t first, uint32_t last) {
    const uint32_t n = uint32_t(keys.size());
    const sim::NodeRange range = sim::node_range(keys.data(), n, node);
    EXPECT_EQ(range.first, first);
    EXPECT_EQ(range.last, last);
    if (range.first != first || range.last != last) return 0;
    EXPECT_TRUE(first <= range.split && range.split < last);
    const int within = sim::common_bits(keys.data(), n, first, last);
    EXPECT_GT(sim::common_bits(keys.data(), n, first, range.split), within);
    EXPECT_GT(sim::common_bits(keys.data(), n, range.split + 1, last), within);
    uint32_t depth = 0;
    if (!range.left_is_body()) depth = expect_whole(keys, range.split, first, range.split);
    if (!range.right_is_body())
        depth = std::max(depth, expect_whole(keys, range.split + 1, range.split + 1, last));
    return depth + 1;
}

TEST(Tree, every_node_finds_its_bodies) {
    sim::Random random(5);
    for (const uint32_t bits : {1u, 3u, 8u, 20u, 63u}) {
        for (const uint32_t count : {2u, 3u, 9u, 64u, 257u, 1500u}) {
            std::vector<uint64_t> keys(count);
            for (uint64_t& key : keys) key = random.bits() >> (64 - bits);
            std::sort(keys.begin(), keys.end());
            EXPECT_LE(expect_whole(keys, 0, 0, count - 1), sim::kMostDepth) << bits << " bits, " << count;
        }
    }
}

TEST(Tree, is_as_deep_as_keys_and_ranks_have_bits_at_most) {
    // Each key branches off one bit lower than the one before; then equal keys, which branch by their ranks.
    std::vector<uint64_t> keys(1 << 10, 0);
    for (uint32_t bit = 0; bit < sim::kKeyBits; ++bit) keys.push_back(uint64_t{1} << bit);
    const uint32_t depth = expect_whole(keys, 0, 0, uint32_t(keys.size()) - 1);
    EXPECT_GE(depth, sim::kKeyBits + 10);
    EXPECT_LE(depth, sim::kMostDepth);
}

/// The nodes over keys, as gravity/tree makes their ranges.
std::vector<sim::TreeNode> nodes_over(const std::vector<uint64_t>& keys) {
    std::vector<sim::TreeNode> nodes(keys.size());
    for (uint32_t i = 0; i + 1 < keys.size(); ++i)
        nodes[i].range = sim::node_range(keys.data(), uint32_t(keys.size()), i);
    return nodes;
}

std::vector<uint32_t> cuts_of(const std::vector<sim::TreeNode>& nodes) {
    std::vector<uint32_t> cuts;
    const auto take = [&](const sim::WordsOfItem& words) {
        if (words.count > 0) cuts.push_back(words.first);
        if (words.count > 1) cuts.push_back(words.second);
    };
    sim::WordsOfItem root;
    sim::list_root(uint32_t(nodes.size()), root);
    take(root);
    for (uint32_t i = 0; i + 1 < nodes.size(); ++i) {
        sim::WordsOfItem words;
        sim::list_cuts(nodes[i].range, words);
        take(words);
    }
    return cuts;
}

TEST(Groups, every_body_is_in_one_and_groups_of_a_node_are_equal_and_full) {
    sim::Random random(7);
    for (const uint32_t count : {1u, 2u, 31u, 32u, 33u, 128u, 129u, 3000u}) {
        for (const uint32_t bits : {1u, 6u, 12u, 63u}) {
            std::vector<uint64_t> keys(count);
            for (uint64_t& key : keys) key = random.bits() >> (64 - bits);
            std::sort(keys.begin(), keys.end());
            const std::vector<sim::TreeNode> nodes = nodes_over(keys);
            std::vector<int> taken(count, 0);
            for (const uint32_t cut : cuts_of(nodes)) {
                uint32_t bodies = 0, least = sim::kGroupBodies, most = 0, parts = 0;
                for (uint32_t part = 0; part < sim::kMostParts; ++part) {
                    const sim::BodyGroup group = sim::group_of(nodes.data(), cut, part);
                    if (group.count == 0) continue;
                    ++parts, bodies += group.count;
                    least = std::min(least, group.count), most = std::max(most, group.count);
                    for (uint32_t member = 0; member < group.count; ++member) {
                        const uint32_t rank = group.rank(member);
                        ASSERT_LT(rank, count);
                        ++taken[rank];
                        if (count == 1) continue;
                        const sim::BodyGroup found = sim::group_with(nodes.data(), rank);
                        EXPECT_TRUE(found.first == group.first && found.count == group.count) << rank;
                    }
                }
                EXPECT_LE(most, sim::kGroupBodies);
                EXPECT_LE(most - least, 1u);
                EXPECT_EQ(parts, (bodies + sim::kGroupBodies - 1) / sim::kGroupBodies);
            }
            for (uint32_t rank = 0; rank < count; ++rank)
                EXPECT_EQ(taken[rank], 1) << rank << " of " << count;
        }
    }
}

TEST(Groups, no_node_that_is_cut_could_be_larger) {
    sim::Random random(8);
    std::vector<uint64_t> keys(3000);
    for (uint64_t& key : keys) key = random.bits() >> 52;
    std::sort(keys.begin(), keys.end());
    const std::vector<sim::TreeNode> nodes = nodes_over(keys);
    std::vector<uint32_t> parents(nodes.size(), sim::kNoNode);
    for (uint32_t i = 0; i + 1 < nodes.size(); ++i) {
        const sim::NodeRange& range = nodes[i].range;
        if (!range.left_is_body()) parents[range.split] = i;
        if (!range.right_is_body()) parents[range.split + 1] = i;
    }
    for (const uint32_t cut : cuts_of(nodes)) {
        if (cut & sim::kSingleBody) continue;
        EXPECT_LE(nodes[cut].range.bodies(), sim::kCutBodies);
        EXPECT_GT(nodes[parents[cut]].range.bodies(), sim::kCutBodies);
    }
}

TEST(InverseRoot, is_within_1_2e_7_over_all_exponents) {
    sim::Random random(11);
    for (int exponent = -125; exponent < 127; ++exponent) {
        for (int k = 0; k < 200; ++k) {
            const float x = std::ldexp(1 + random.unit(), exponent);
            EXPECT_NEAR(double(sim::inverse_root(x)) * std::sqrt(double(x)), 1, 1.2e-7) << x;
        }
    }
    EXPECT_TRUE(std::isnan(sim::inverse_root(NAN)));
}

TEST(FifthRoot, is_within_2e_5_over_all_exponents) {
    for (int exponent = -126; exponent < 128; ++exponent) {
        for (const float of_one : {1.0f, 1.3f, 1.999f}) {
            const float x = std::ldexp(of_one, exponent);
            EXPECT_NEAR(double(sim::fifth_root(x)) / std::pow(double(x), 0.2), 1, 2e-5) << x;
        }
    }
    for (const float x : {0.0f, -1.0f, 1e-40f, NAN}) EXPECT_EQ(sim::fifth_root(x), 0) << x;
}

TEST(Reach, is_three_sizes_over_the_angle_of_all_and_falls_with_the_mass) {
    const sim::Moments all = {{0, 0, 0}, 50, {4, 4, 8, 0, 0, 0}};  // a size of 4
    const auto reach_of = [&](const sim::Moments& node) {
        return std::sqrt(sim::relative_reach2(node) * sim::reach_scale(all, 1 / 0.5f));
    };
    EXPECT_NEAR(reach_of(all), 3 * 4 / 0.5, 1e-2);
    sim::Moments part = all;
    part.mass_kg = 50 / 32.0f;
    EXPECT_NEAR(reach_of(part), 3 * 4 / 0.5 / 2, 1e-2) << "the fifth root of 32";
    part.spread = {0, 0, 0, 0, 0, 0};
    EXPECT_EQ(reach_of(part), 0);

    const sim::NodeBox box = {{-1, -2, 0}, 0, {3, 0, 0}, 1};
    EXPECT_NEAR(std::sqrt(sim::least_reach2(box, {0, 0, 0})), 1.5 * std::sqrt(13.0), 1e-5);
}

/// 1.5 times the distance of the farthest of the eight corners, wherever the centre of mass lies in the box.
TEST(Reach, is_beyond_all_corners_of_the_box) {
    sim::Random random(17);
    for (int k = 0; k < 2000; ++k) {
        const sim::Vec3 one = random.vector(5), other = random.vector(5);
        sim::NodeBox box = {one, 0, one, 1};
        sim::Vec3 centre = one;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = sim::smaller(one[axis], other[axis]);
            box.max[axis] = sim::larger(one[axis], other[axis]);
            centre[axis] = box.min[axis] + random.unit() * (box.max[axis] - box.min[axis]);
        }
        double farthest2 = 0;
        for (int corner = 0; corner < 8; ++corner) {
            double far2 = 0;
            for (int axis = 0; axis < 3; ++axis) {
                const float at = corner >> axis & 1 ? box.max[axis] : box.min[axis];
                far2 += (double(at) - double(centre[axis])) * (double(at) - double(centre[axis]));
            }
            farthest2 = std::max(farthest2, far2);
        }
        ASSERT_NEAR(double(sim::least_reach2(box, centre)) / farthest2, 2.25, 1e-4) << k;
    }
}

}  // namespace
