// Whatever floating-point environment the caller's thread has: the same bits, and the environment is as before.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "sim/gravity/walk_of_body.h"
#include "sim/pairs.h"
#include "sim/shapes/prepare.h"
#include "tests/float_environments.h"
#include "tests/sim/mesh_makers.h"
#include "tests/sim/pair_cases.h"
#include "tests/sim/sim_scene.h"

namespace {

using float_environments::in_each;
using testing_worlds::config_of;
using testing_worlds::hash_after;

/// Counts the calls on threads with another environment than the usual one.
struct Watch {
    sim::StopCheck check() {
        return [this] {
            ++asked;
            if (!float_environments::is_default()) ++other;
        };
    }
    std::atomic<uint32_t> asked = 0, other = 0;
};

TEST(FloatEnvironment, worlds_take_the_same_steps) {
    struct Scene {
        const char* name;
        uint32_t bodies, steps;
    };
    for (const Scene& scene : {Scene{"pile", 2000, 8},
                               {"galaxy", 1500, 2},
                               {"landscape", 1500, 6},
                               {"chairs", 6, 10},
                               {"pyramid", 200, 6}}) {
        SCOPED_TRACE(scene.name);
        sim::WorldConfig config = config_of(scene.name, scene.bodies);
        config.threads = 3;
        const uint64_t expected = hash_after(config, scene.steps);
        Watch watch;
        config.stop = watch.check();
        uint64_t hash = 0;
        in_each([&] { hash = hash_after(config, scene.steps); },
                [&] {
                    EXPECT_EQ(hash, expected);
                    EXPECT_EQ(watch.other, 0u) << "of " << watch.asked;
                });
        EXPECT_GT(watch.asked, 0u);
    }
}

TEST(FloatEnvironment, a_world_that_is_changed_takes_the_same_steps) {
    sim::WorldConfig config = config_of("pile", 500);
    config.scene.physics.rotation = true;
    sim::Physics physics = config.scene.physics;
    physics.restitution = 0.31f;
    physics.stiffness_pa *= 0.83f;
    const auto hash_of_changed = [&] {
        const auto world = sim::World::create(config);
        world->step(3);
        const sim::SavedState saved = world->save();
        world->set_physics(physics);
        world->set_hand({.kind = sim::Hand::pushes,
                         .rate_1_s = 19.7f,
                         .most_m_s2 = 400,
                         .target_m = {0.1f, 0.3f, 0},
                         .radius_m = 0.7f});
        world->step(5);
        const uint64_t first = sim::state_hash(world->snapshot());
        EXPECT_TRUE(world->restore(saved, physics));
        world->step(4);
        world->pairs_by_id();
        return first ^ sim::state_hash(world->snapshot()) << 1;
    };
    const uint64_t expected = hash_of_changed();
    uint64_t hash = 0;
    in_each([&] { hash = hash_of_changed(); }, [&] { EXPECT_EQ(hash, expected); });
}

/// Boxes in a row, with gaps that are subnormal numbers, as are all coordinates.
std::vector<sim::Box> subnormal_boxes(uint32_t count) {
    const auto at = [](uint32_t place) { return float(place) * std::numeric_limits<float>::denorm_min(); };
    std::vector<sim::Box> boxes;
    for (uint32_t i = 0; i < count; ++i) boxes.push_back({{at(2 * i), 0, 0}, {at(2 * i + 1), 0, 0}});
    return boxes;
}

TEST(FloatEnvironment, searches_find_the_same_pairs) {
    for (const auto& boxes : {subnormal_boxes(300), pair_cases::random_boxes(5000, 6, 4, 0.1f)}) {
        const auto expected = pair_cases::reference_pairs(boxes);
        for (const auto& broad_phase : sim::broad_phases()) {
            SCOPED_TRACE(broad_phase.name);
            const sim::PairFinderConfig config{
                .backend = sim::Backend::cpu, .broad_phase = broad_phase.name, .threads = 3};
            std::vector<uint32_t> pairs;
            uint64_t count = 0;
            in_each(
                [&] {
                    pairs = sim::overlapping_pairs(boxes, config);
                    sim::PairFinder finder(uint32_t(boxes.size()), config);
                    finder.find(boxes.data(), boxes.size());
                    count = finder.read_count();
                },
                [&] {
                    EXPECT_EQ(pairs, expected);
                    EXPECT_EQ(count, expected.size() / 2);
                });
        }
    }
}

TEST(FloatEnvironment, a_mesh_is_prepared_to_the_same_shape) {
    const sim::TriangleMesh mesh = testing_meshes::box({-0.31f, 0.1f, 0}, {0.17f, 0.73f, 0.57f});
    Watch watch;
    sim::ShapeOptions options;
    options.cells = 24;
    options.threads = 3;
    options.stop = watch.check();
    const sim::Shape expected = sim::prepare_shape(mesh, options);
    sim::Shape shape;
    in_each([&] { shape = sim::prepare_shape(mesh, options); },
            [&] {
                EXPECT_EQ(shape.numbers.mass_kg, expected.numbers.mass_kg);
                ASSERT_EQ(shape.points.size(), expected.points.size());
                EXPECT_EQ(std::memcmp(shape.points.data(), expected.points.data(),
                                      shape.points.size() * sizeof shape.points[0]),
                          0);
                EXPECT_EQ(watch.other, 0u) << "of " << watch.asked;
            });
}

TEST(FloatEnvironment, gravity_of_a_body_is_the_same) {
    std::vector<sim::Vec4> sources;
    sim::Random random(3);
    for (int k = 0; k < 400; ++k)
        sources.push_back({random.signed_unit(), random.signed_unit(), random.signed_unit(), random.unit()});
    const sim::Gravity gravity = config_of("galaxy", 10).scene.physics.gravity;
    const sim::WalkOfBody expected = sim::walk_of_body(sources, gravity, 7, 2);
    sim::WalkOfBody walk;
    in_each([&] { walk = sim::walk_of_body(sources, gravity, 7, 2); },
            [&] {
                EXPECT_EQ(walk.exact[1], expected.exact[1]);
                EXPECT_EQ(walk.acceleration.x, expected.acceleration.x);
            });
}

// What else runs on the threads of TBB may have left them in any state.
TEST(FloatEnvironment, threads_of_tbb_that_flush_subnormals_do_not_matter) {
    sim::WorldConfig config = config_of("pile", 5000);
    config.threads = 3;
    Watch watch;
    config.stop = watch.check();
    const auto world = sim::World::create(config);
    const tbb::global_control three(tbb::global_control::max_allowed_parallelism, 3);
    tbb::task_arena arena(3);
    for (int turn = 0; turn < 5; ++turn) {
        arena.execute([] {
            const sort::FloatEnvironment environment;
            tbb::parallel_for(0, 300, [](int) { float_environments::flush_subnormals(); });
        });
        world->step(2);
    }
    EXPECT_GT(watch.asked, 0u);
    EXPECT_EQ(watch.other, 0u);
}

}  // namespace
