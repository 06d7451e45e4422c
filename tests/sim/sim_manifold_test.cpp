// The parts of contacts that are constraints, each alone: packed fields, the walk over a tree of points, which points
// are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "sim/exec/exec_cpu.h"
#include "sim/manifold/point_search.h"
#include "sim/math/float_bits.h"
#include "sim/scenes/random.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/shape_files.h"

namespace {

using sim::float_bits;
using sim::Shape;
using sim::Solo;
using sim::Vec3;

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all = [] {
        std::vector<Shape> made;
        made.push_back(testing_rigid::shape_of_file("chair.obj"));
        made.push_back(testing_rigid::shape_of_file("slab.obj", {.size_m = 0.9f, .cells = 48}));
        made.push_back(
            sim::prepare_shape(testing_meshes::box({0, 0, 0}, {0.2f, 0.1f, 0.16f}), {.cells = 32}));
        return made;
    }();
    return all;
}

Vec3 unit(sim::Random& random) {
    while (true) {
        const Vec3 v = random.vector(1);
        if (length(v) > 0.1f) return v * (1 / length(v));
    }
}

// --- packed fields ---

TEST(PackedField, is_the_field_rounded_to_half_a_unit) {
    sim::Random random(3);
    for (const Shape& shape : shapes()) {
        const sim::ShapeView view = shape.view();
        const sim::PackedField& field = view.packed;
        const float radius = 1.3f * view.bounding_radius_m;
        for (int i = 0; i < 20000; ++i) {
            const Vec3 at = random.vector(radius);
            const float value = sim::packed_value(field, at), exact = sim::field_value(view.field, at);
            ASSERT_LE(std::fabs(value - exact), 0.5001f * field.unit_m + 4e-7f * std::fabs(exact)) << i;
        }
    }
}

TEST(PackedField, gives_one_value_with_its_gradient_and_without) {
    sim::Random random(4);
    for (const Shape& shape : shapes()) {
        const sim::ShapeView view = shape.view();
        const float radius = 1.3f * view.bounding_radius_m,
                    rounding = view.packed.unit_m / view.packed.spacing_m;
        for (int i = 0; i < 20000; ++i) {
            const Vec3 at = random.vector(radius);
            const sim::FieldSample there = sim::packed_sample(view.packed, at);
            ASSERT_EQ(float_bits(sim::packed_value(view.packed, at)), float_bits(there.value_m));
            const Vec3 outside = sim::packed_cell(view.packed, at).outside;
            if (dot(outside, outside) >
                0) {  // away from the grid, and from the surface as seen from its border
                ASSERT_NEAR(length(there.gradient), 1, 1e-4f) << i;
                ASSERT_GT(dot(there.gradient, outside), 0) << i;
                continue;
            }
            const Vec3 exact = sim::field_sample(view.field, at).gradient;
            for (int axis = 0; axis < 3; ++axis)
                ASSERT_NEAR(there.gradient[axis], exact[axis], rounding + 1e-4f) << i;
        }
    }
}

// --- the walk over a tree ---

struct Walk {
    std::vector<std::pair<uint32_t, uint32_t>> found;  // point, and bits of its distance
    float bound = 0;
};

struct Pose {
    const Shape *of, *in;
    sim::WalkFrame frame;
    float margin;
};

/// Of each shape in each other one, near enough to meet. Some margins are as wide as a fast step's.
template <class F>
void each_pose(int count, F f) {
    sim::Random random(7);
    for (const Shape& of : shapes()) {
        for (const Shape& in : shapes()) {
            for (int i = 0; i < count; ++i) {
                const float far = of.numbers.bounding_radius_m + in.numbers.bounding_radius_m;
                const Vec3 axis = unit(random);
                const float turn = random.signed_unit(), rest = std::sqrt(1 - turn * turn);
                const sim::Quaternion q = {turn, rest * axis.x, rest * axis.y, rest * axis.z};
                const float margins[] = {0.012f, 0.04f, 0.3f};
                f(Pose{&of, &in, {sim::rotation(q), random.vector(0.7f * far)}, margins[i % 3]});
            }
        }
    }
}

Walk by_brute_force(const Pose& pose) {
    const sim::ShapeView of = pose.of->view(), in = pose.in->view();
    Walk walk;
    walk.bound = HUGE_VALF;
    for (uint32_t i = 0; i < of.tree.point_count; ++i) {
        const float apart = sim::packed_value(in.packed, pose.frame(sim::place_of(of.tree.points, i)));
        if (apart < pose.margin) {
            walk.found.push_back({i, float_bits(apart)});
        } else {
            walk.bound = std::min(walk.bound, apart - pose.margin);
        }
    }
    return walk;
}

template <class Go>
Walk walked(const Pose& pose, Go go) {
    Walk walk;
    auto found = [&](uint32_t i, float apart, bool there) {
        if (there) walk.found.push_back({i, float_bits(apart)});
    };
    walk.bound = go(pose.of->view().tree, pose.in->view().packed, found);
    return walk;
}

Walk walked_alone(const Pose& pose) {
    return walked(pose, [&](const sim::SphereTree& tree, const sim::PackedField& field, auto& found) {
        return sim::walk_tree_alone(tree, field, pose.frame, pose.margin, found);
    });
}

TEST(TreeWalk, finds_the_points_within_the_margin_in_their_order) {
    size_t points = 0, poses = 0, none = 0;
    each_pose(150, [&](const Pose& pose) {
        const Walk expected = by_brute_force(pose);
        const Walk walk = walked(pose, [&](const auto& tree, const auto& field, auto& found) {
            return sim::walk_tree(Solo{}, tree, field, pose.frame, pose.margin, found);
        });
        EXPECT_EQ(walk.found, expected.found);
        EXPECT_LE(walk.bound, expected.bound);
        EXPECT_GE(walk.bound, 0);
        points += expected.found.size();
        none += expected.found.empty();
        ++poses;
    });
    EXPECT_GT(points, 20 * poses);
    EXPECT_GT(none, poses / 20);
}

TEST(TreeWalk, says_how_far_a_pair_may_move_before_it_is_looked_at_again) {
    size_t far = 0;
    double shares = 0;
    each_pose(150, [&](const Pose& pose) {
        const Walk expected = by_brute_force(pose);
        if (!expected.found.empty() || expected.bound < 0.05f) return;
        ++far;
        shares += double(walked_alone(pose).bound / expected.bound);
    });
    ASSERT_GT(far, 30u);
    EXPECT_GT(shares / double(far), 0.2) << "so small a bound spares no search";
}

TEST(TreeWalk, by_eight_lanes_gives_the_bits_of_one) {
#if defined(__x86_64__)
    if (!sim::has_avx2()) GTEST_SKIP() << "skipped: no AVX2";
    each_pose(150, [&](const Pose& pose) {
        const Walk alone = walked_alone(pose);
        const Walk eight = walked(pose, [&](const auto& tree, const auto& field, auto& found) {
            return sim::walk_tree_avx2(tree, field, pose.frame, pose.margin, found);
        });
        EXPECT_EQ(eight.found, alone.found);
        EXPECT_EQ(float_bits(eight.bound), float_bits(alone.bound));
    });
#else
    GTEST_SKIP() << "skipped: no AVX2";
#endif
}

/// A tree has each point once, and spheres around all that is in them.
TEST(TreeWalk, spheres_hold_what_is_below_them) {
    for (const Shape& shape : shapes()) {
        const sim::SphereTree tree = shape.view().tree;
        std::multiset<std::array<float, 3>> points, leaves;
        for (const sim::Vec4& p : shape.points) points.insert({p.x, p.y, p.z});
        const auto expect_holds = [](const sim::SphereBlock* spheres, uint32_t i, const Vec3& point) {
            EXPECT_LE(length(point - sim::place_of(spheres, i)), spheres[i / 8].r[i % 8]);
        };
        for (uint32_t i = 0; i < tree.point_count; ++i) {
            const Vec3 p = sim::place_of(tree.points, i);
            leaves.insert({p.x, p.y, p.z});
            expect_holds(tree.groups, i / 8, p);
            expect_holds(tree.clusters, i / 32, p);
            expect_holds(tree.tops, i / 256, p);
        }
        EXPECT_EQ(points, leaves);
    }
}

/// A sphere's centre is that of the box around its points: so it is no larger than that around the box.
TEST(TreeWalk, spheres_are_no_larger_than_those_around_boxes) {
    for (const Shape& shape : shapes()) {
        const sim::SphereTree tree = shape.view().tree;
        const auto expect_small = [&](const sim::SphereBlock* spheres, uint32_t each) {
            for (uint32_t begin = 0; begin < tree.point_count; begin += each) {
                sim::Box box = {sim::place_of(tree.points, begin), sim::place_of(tree.points, begin)};
                for (uint32_t i = begin; i < std::min(begin + each, tree.point_count); ++i)
                    box = around(box, sim::place_of(tree.points, i));
                const uint32_t sphere = begin / each;
                EXPECT_LE(spheres[sphere / 8].r[sphere % 8], 0.5001f * length(box.max - box.min) + 1e-6f)
                    << sphere << " of spheres around " << each;
            }
        };
        expect_small(tree.groups, 8);
        expect_small(tree.clusters, 32);
    }
}

// --- the search before a wall ---

/// As TreeWalk: every point within the margin, and not more than the way to the next one.
TEST(WallSearch, finds_the_points_within_the_margin_and_how_far_the_others_are) {
    sim::Random random(11);
    size_t found = 0, far = 0;
    double shares = 0;
    for (int k = 0; k < 900; ++k) {
        const Shape& shape = shapes()[size_t(k) % shapes().size()];
        const sim::ShapeView view = shape.view();
        const Vec3 axis = unit(random);
        const float turn = random.signed_unit(), rest = std::sqrt(1 - turn * turn);
        const sim::Quaternion q = {turn, rest * axis.x, rest * axis.y, rest * axis.z};
        const sim::SearchBody body = {&view, random.vector(1), sim::rotation(q)};
        const sim::Plane wall = {unit(random), 0.7f * random.signed_unit() - 0.3f};
        const float margins[] = {0.012f, 0.04f, 0.3f}, margin = margins[k % 3];

        std::multiset<uint32_t> near;
        float bound = HUGE_VALF;
        for (uint32_t i = 0; i < view.tree.point_count; ++i) {
            const Vec3 at = body.position_m + body.axes * sim::place_of(view.tree.points, i);
            const float apart = dot(wall.normal, at) - wall.offset_m;
            if (apart < margin)
                near.insert(i);
            else
                bound = std::min(bound, apart - margin);
        }
        static sim::CandidateList list;
        const sim::KeptRule rule = {margin, 0.015f, 0.06f};
        const Solo group;
        sim::Collect<Solo> collect{group, list, rule, nullptr, 0};
        const float nearest = sim::search_wall(collect, body, wall, margin);
        EXPECT_LE(nearest, bound + 1e-5f) << k;
        EXPECT_GE(nearest, 0) << k;
        if (near.size() <= sim::kMostCandidates) {
            std::multiset<uint32_t> kept;
            for (uint32_t i = 0; i < collect.count; ++i) kept.insert(list.items[i].feature);
            EXPECT_EQ(kept, near) << k;
            found += kept.size();
        }
        if (!near.empty() || bound < 0.05f) continue;
        ++far;
        shares += double(nearest / bound);
    }
    EXPECT_GT(found, 1000u);
    ASSERT_GT(far, 30u);
    EXPECT_GT(shares / double(far), 0.2) << "so small a bound spares no search";
}

// --- which points are kept ---

constexpr sim::KeptRule kRule = {0.012f, 0.015f, 0.06f};

/// Most are within reach of others: of a face that is hardly bent.
sim::Candidate candidate(sim::Random& random, uint32_t feature) {
    const Vec3 across = Vec3{0, 1, 0} + random.vector(0.2f);
    return {feature,
            0.011f * random.signed_unit(),
            random.vector(0.03f),
            across * (1 / length(across)),
            (random.bits() >> 63) ? 1u : 0u,
            0};
}

/// The square of how far two are apart, in place and in direction.
float apart2(const sim::Candidate& p, const sim::Candidate& q) {
    const Vec3 d = p.at_m - q.at_m, e = p.normal - q.normal;
    return dot(d, d) + kRule.bend_m * kRule.bend_m * dot(e, e);
}

void expect_well_kept(const sim::CandidateList& list, uint32_t count, uint32_t kept) {
    ASSERT_GE(kept, 1u);
    ASSERT_LE(kept, sim::kMostPoints);
    const float least2 = kRule.spread_m * kRule.spread_m;
    for (uint32_t i = 0; i < count; ++i)
        EXPECT_GE(list.items[i].apart_m, list.items[list.kept[0]].apart_m) << "the deepest comes first";
    for (uint32_t j = 1; j < kept; ++j) {
        for (uint32_t k = 0; k < j; ++k)
            EXPECT_GE(apart2(list.items[list.kept[j]], list.items[list.kept[k]]), least2);
    }
    if (kept == sim::kMostPoints) return;
    for (uint32_t i = 0; i < count; ++i) {  // none is missing that had a place
        float nearest2 = HUGE_VALF;
        for (uint32_t k = 0; k < kept; ++k)
            nearest2 = std::min(nearest2, apart2(list.items[i], list.items[list.kept[k]]));
        EXPECT_LT(nearest2, least2);
    }
}

TEST(KeptPoints, are_the_deepest_and_those_far_from_each_other) {
    sim::Random random(21);
    for (uint32_t trial = 0; trial < 300; ++trial) {
        sim::CandidateList list;
        std::memset(static_cast<void*>(&list), 0x5a,
                    sizeof list);  // of what was there before nothing depends
        const uint32_t count = 1 + trial % sim::kMostCandidates;
        for (uint32_t i = 0; i < count; ++i) list.items[i] = candidate(random, i);
        sim::CandidateList again;
        std::memset(static_cast<void*>(&again), 0xff, sizeof again);
        std::copy_n(list.items, count, again.items);
        const uint32_t kept = sim::keep_points(Solo{}, list, count, kRule);
        expect_well_kept(list, count, kept);
        ASSERT_EQ(sim::keep_points(Solo{}, again, count, kRule), kept);
        EXPECT_TRUE(std::equal(list.kept, list.kept + kept, again.kept));
    }
}

TEST(KeptPoints, of_two_equally_far_the_deeper_and_the_one_that_pushed) {
    const Vec3 up = {0, 1, 0};
    const auto kept_second = [&](const sim::Candidate& left, const sim::Candidate& right) {
        sim::CandidateList list;
        list.items[0] = {0, -0.005f, {0, 0, 0}, up, 0, 0};
        list.items[1] = left, list.items[2] = right;
        EXPECT_EQ(sim::keep_points(Solo{}, list, 3, kRule), 3u);
        EXPECT_EQ(list.kept[0], 0u);
        return list.kept[1];
    };
    const Vec3 left = {-0.1f, 0, 0}, right = {0.1f, 0, 0};
    EXPECT_EQ(kept_second({1, 0.004f, left, up, 0, 0}, {2, 0.001f, right, up, 0, 0}), 2u);
    EXPECT_EQ(kept_second({1, 0.001f, left, up, 0, 0}, {2, 0.001f, right, up, 1, 0}), 2u);
    EXPECT_EQ(kept_second({1, 0.001f, left, up, 1, 0}, {2, 0.001f, right, up, 0, 0}), 1u);
    EXPECT_EQ(kept_second({1, 0.001f, left, up, 0, 0}, {2, 0.001f, right, up, 0, 0}), 1u) << "the first";
}

TEST(KeptPoints, of_more_than_the_list_holds_the_deepest_is_among_them) {
    sim::Random random(22);
    for (uint32_t trial = 0; trial < 60; ++trial) {
        const uint32_t count = sim::kMostCandidates + 1 + trial * 7, deepest = (trial * 37) % count;
        const sim::ContactPoint before[] = {{5, {}, {}, {}, 1, {}}, {6, {}, {}, {}, 0, {}}};
        const Solo solo;
        sim::CandidateList list;
        sim::Collect<Solo> collect{solo, list, kRule, before, 2};
        for (uint32_t i = 0; i < count; ++i) {
            const sim::Candidate own = candidate(random, i);
            collect.add(false, 1000, -1, own.at_m, own.normal);
            collect.add(true, i, i == deepest ? -0.02f : own.apart_m, own.at_m, own.normal);
            ASSERT_LE(collect.count, sim::kMostCandidates);
        }
        int64_t before_it = -1;
        for (uint32_t k = 0; k < collect.count; ++k) {
            EXPECT_EQ(list.items[k].pushed, list.items[k].feature == 5 ? 1u : 0u);
            EXPECT_LT(before_it, int64_t(list.items[k].feature)) << "in their order";
            before_it = list.items[k].feature;
        }
        const uint32_t kept = sim::keep_points(solo, list, collect.count, kRule);
        expect_well_kept(list, collect.count, kept);
        EXPECT_EQ(list.items[list.kept[0]].feature, deepest);
    }
}

}  // namespace
