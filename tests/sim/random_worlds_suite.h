// Worlds of random scene files on two backends: refused when they are loaded, or the same bits on both, finite, and
// with no more energy than they began with where the scene promises that.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "app/base/errors.h"
#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "tests/sim/random_scene.h"
#include "tests/sim/sim_counters.h"
#include "tests/sim/sim_energy.h"

namespace random_worlds {

using testing_worlds::RandomScene;

/// Limits of a test: bodies, steps, bytes of a ground.
struct Size {
    uint32_t most_bodies, most_with_meshes, steps;
    uint64_t most_ground_bytes;
};

/// Numbers of worlds by outcome; a suite that refuses nearly all would show little.
struct Tally {
    int refused = 0, run = 0, bounded = 0, left_out = 0;  // left out: too large for the test
};

inline bool finite(const sim::Snapshot& state) {
    const auto all = [](const sim::Vec3& v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    for (const sim::Body& body : state.bodies) {
        if (!all(body.position_m) || !all(body.velocity_m_s) || !all(body.acceleration_m_s2)) return false;
    }
    for (const sim::RotationState& turned : state.rotations) {
        const sim::Quaternion& q = turned.orientation;
        if (!all(turned.momentum) || !all(turned.torque_nm) || !std::isfinite(q.w + q.x + q.y + q.z))
            return false;
    }
    return true;
}

/// Contacts are springs that a step resolves as long as nobody moves by more than a small part of its radius in one;
/// then nothing but a field, an uneven ground or something driven can bring energy in.
inline bool promises_energy(const sim::Scene& scene, const sim::Snapshot& state) {
    const sim::Spawner& spawner = *sim::find_spawner(scene.spawn);
    if (scene.physics.gravity.on || spawner.ground || spawner.meshes) return false;
    const float dt_s = scene.physics.time_step_s;
    for (const sim::Body& body : state.bodies) {
        const float reach_m =
            length(body.velocity_m_s) * dt_s + length(scene.physics.gravity_m_s2) * dt_s * dt_s;
        if (!(reach_m <= 0.02f * body.radius_m)) return false;
    }
    return true;
}

/// Resolved springs in a crowd swing by a share of their energy; damping and friction only take.
inline void expect_bounded(const testing_worlds::Energy& before, const testing_worlds::Energy& after,
                           const sim::WorldConfig& config) {
    // What gravity may still give: the depth that walls let bodies in is part of the springs.
    const double given = std::fabs(before.total()) * 0.05 + 1e-3 * before.kinetic + 1e-9;
    EXPECT_LE(after.total(), before.total() + given)
        << "kinetic " << before.kinetic << " to " << after.kinetic << ", rotation " << before.rotation
        << " to " << after.rotation << ", height " << before.height << " to " << after.height << ", springs "
        << before.springs << " to " << after.springs << " of " << config.bodies;
}

/// The world, or why there is none.
inline std::unique_ptr<sim::World> created(const sim::WorldConfig& config, std::string& why) {
    try {
        return sim::World::create(config);
    } catch (const std::invalid_argument& error) {
        why = error.what();
    } catch (const sort::OverLimit& error) {
        why = error.what();
    }
    EXPECT_NE(why, "");
    return nullptr;
}

/// The scene, its shapes prepared; none: refused in words.
inline std::optional<sim::Scene> loaded(const RandomScene& random) {
    try {
        sim::Scene scene = app::parse_scene(random.text(), "random.toml");
        app::load_shapes(scene, 0, true);
        return scene;
    } catch (const app::BadFile& error) {
        EXPECT_NE(std::string(error.what()), "");
        return std::nullopt;
    }
}

inline bool fits(const sim::WorldConfig& config, const Size& size) {
    const sim::Spawner& spawner = *sim::find_spawner(config.scene.spawn);
    if (!spawner.ground_bytes) return true;
    const auto values = sim::values_of(spawner, config.scene);
    return spawner.ground_bytes({config.bodies, config.seed, config.scene.physics, values,
                                 config.scene.terrain}) <= size.most_ground_bytes;
}

inline void compare(sim::World& cpu, sim::World& cuda, const Size& size, Tally& tally) {
    const sim::Snapshot before = cpu.snapshot();
    ASSERT_TRUE(finite(before)) << "as spawned";
    cpu.step(1);  // it knows its pairs now
    cuda.step(1);
    const sim::Scene& scene = cpu.config().scene;
    bool promised = promises_energy(scene, before);
    const testing_worlds::Energy first = promised ? testing_worlds::energy_of(cpu) : testing_worlds::Energy{};
    for (uint32_t done = 1; done < size.steps;) {
        const uint32_t some = std::min(size.steps - done, (size.steps + 3) / 4);
        for (sim::World* world : {&cpu, &cuda}) {
            world->step(some);
            world->finish();
        }
        done += some;
        const sim::Snapshot now = cpu.snapshot();
        ASSERT_TRUE(finite(now)) << "after step " << done;
        ASSERT_EQ(sim::state_hash(now), sim::state_hash(cuda.snapshot())) << "after step " << done;
        EXPECT_EQ(cpu.counters().pairs, cuda.counters().pairs);
        EXPECT_EQ(cpu.counters().contacts, cuda.counters().contacts);
        EXPECT_EQ(cpu.counters().asleep, cuda.counters().asleep);
        promised = promised && promises_energy(scene, now);
        if (promised) expect_bounded(first, testing_worlds::energy_of(cpu), cpu.config());
    }
    tally.bounded += promised;
}

/// One world: the backend `cuda` against the backend `cpu`, engines and broad phases drawn.
inline void expect_refused_or_right(uint64_t number, const Size& size, Tally& tally) {
    RandomScene random(number);
    SCOPED_TRACE("random scene " + std::to_string(number) + ":\n" + random.text());
    const auto scene = loaded(random);
    if (!scene) {
        ++tally.refused;
        return;
    }
    sim::WorldConfig config;
    config.scene = *scene;
    config.seed = scene->seed;
    config.bodies = random.bodies(random.spawner().meshes ? size.most_with_meshes : size.most_bodies);
    SCOPED_TRACE(std::to_string(config.bodies) + " bodies");
    if (!fits(config, size)) {
        ++tally.left_out;
        return;
    }
    config.engine = sim::default_engine(sim::Backend::cpu);
    config.broad_phase = sim::default_broad_phase(sim::Backend::cpu);
    sim::WorldConfig on_cuda = config;
    on_cuda.backend = sim::Backend::cuda;
    constexpr const char* kEngines[] = {"adaptive", "bucketsort", "fourway"};
    on_cuda.engine = kEngines[random.below(std::size(kEngines))];
    const auto broad_phases = sim::broad_phases();
    on_cuda.broad_phase = broad_phases[random.below(broad_phases.size())].name;
    on_cuda.traced = random.below(2);

    std::unique_ptr<sim::World> cpu, cuda;
    for (bool again = true; again && !cpu;) {
        std::string why, why_too;
        cpu = created(config, why);
        cuda = created(on_cuda, why_too);
        ASSERT_EQ(!cpu, !cuda) << "cpu: " << why << "\ncuda: " << why_too;
        EXPECT_EQ(why, why_too);
        // Most values would be refused for the time step alone: so it is made finer, as the message says.
        again = why.find("time_step_s") != why.npos && config.scene.physics.time_step_s > 1e-6f;
        for (sim::WorldConfig* one : {&config, &on_cuda}) one->scene.physics.time_step_s *= 0.125f;
    }
    if (!cpu) {
        ++tally.refused;
        return;
    }
    ++tally.run;
    compare(*cpu, *cuda, size, tally);
}

inline Tally expect_refused_or_right(uint64_t first, uint64_t count, const Size& size) {
    Tally tally;
    for (uint64_t number = first; number < first + count; ++number) {
        expect_refused_or_right(number, size, tally);
        if (testing::Test::HasFatalFailure()) break;
    }
    std::printf("%d worlds run, %d with bounded energy, %d refused, %d left out\n", tally.run, tally.bounded,
                tally.refused, tally.left_out);
    return tally;
}

}  // namespace random_worlds
