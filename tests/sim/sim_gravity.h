// What the tests of gravity share: sums in double by brute force, and worlds of given bodies that pull each other.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sim/scenes/random.h"
#include "tests/sim/sim_scene.h"

namespace gravity_worlds {

using testing_worlds::config_of;
using testing_worlds::hash_after;

struct Vec {
    double x = 0, y = 0, z = 0;
};
inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline double squared(const Vec& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
inline Vec vec(const sim::Vec3& v) { return {v.x, v.y, v.z}; }

/// The acceleration of a body by all others.
inline Vec pull_on(const sim::Body& body, const std::vector<sim::Body>& bodies, const sim::Gravity& gravity) {
    Vec sum;
    for (const sim::Body& other : bodies) {
        const Vec d = vec(other.position_m) - vec(body.position_m);
        const double r2 = squared(d) + double(gravity.softening_m) * gravity.softening_m;
        const double pull = double(gravity.constant_n_m2_kg2) * other.mass_kg / (r2 * std::sqrt(r2));
        sum = {sum.x + d.x * pull, sum.y + d.y * pull, sum.z + d.z * pull};
    }
    return sum;
}

/// Errors of the accelerations against the sum in double, of every `stride`th body.
struct Errors {
    double rms = 0;              // root of the sum of squared errors over the sum of squared accelerations
    double median = 0, p99 = 0;  // of |error| over |acceleration|
};
inline Errors errors_of(const sim::Snapshot& state, const sim::Gravity& gravity, size_t stride = 1) {
    double wrong = 0, all = 0;
    std::vector<double> each;
    for (size_t id = 0; id < state.bodies.size(); id += stride) {
        const sim::Body& body = state.bodies[id];
        const Vec exact = pull_on(body, state.bodies, gravity);
        const double off = squared(vec(body.acceleration_m_s2) - exact);
        wrong += off;
        all += squared(exact);
        each.push_back(std::sqrt(off / squared(exact)));
    }
    std::sort(each.begin(), each.end());
    return {std::sqrt(wrong / all), each[each.size() / 2], each[each.size() * 99 / 100]};
}

/// Energy and angular momentum, in double.
struct Balance {
    double kinetic = 0, potential = 0;
    Vec turn;

    double energy() const { return kinetic + potential; }
    double virial_ratio() const { return -2 * kinetic / potential; }
};
inline Balance balance_of(const sim::Snapshot& state, const sim::Gravity& gravity) {
    Balance sum;
    for (size_t i = 0; i < state.bodies.size(); ++i) {
        const sim::Body& body = state.bodies[i];
        const Vec p = vec(body.position_m), v = vec(body.velocity_m_s);
        const double mass = body.mass_kg;
        sum.kinetic += 0.5 * mass * squared(v);
        sum.turn = {sum.turn.x + mass * (p.y * v.z - p.z * v.y), sum.turn.y + mass * (p.z * v.x - p.x * v.z),
                    sum.turn.z + mass * (p.x * v.y - p.y * v.x)};
        for (size_t k = 0; k < i; ++k) {
            const double r2 = squared(vec(state.bodies[k].position_m) - p) +
                              double(gravity.softening_m) * gravity.softening_m;
            sum.potential -=
                double(gravity.constant_n_m2_kg2) * mass * state.bodies[k].mass_kg / std::sqrt(r2);
        }
    }
    return sum;
}

/// Bodies that are given, at rest and in a wide container, and pull each other without touching.
inline std::unique_ptr<sim::World> world_of(const std::vector<sim::Body>& bodies, sim::WorldConfig config) {
    const sim::Snapshot start{bodies, {{-2e6f, -2e6f, -2e6f}, {2e6f, 2e6f, 2e6f}}, 0};
    return sim::World::create(config, &start);
}
inline sim::Body body_at(const sim::Vec3& place, float mass = 1) {
    return {place, 1e-4f, {0, 0, 0}, mass, {0, 0, 0}, 0};
}

/// Sets of bodies that trees and keys are wrong about first.
struct Case {
    const char* name;
    std::function<sim::Vec3(uint32_t, sim::Random&)> place;
};
inline const std::vector<Case>& nasty_cases() {
    static const std::vector<Case> kCases = {
        {"one point",
         [](uint32_t, sim::Random&) {
             return sim::Vec3{1.5f, -2, 0.25f};
         }},
        {"two points",
         [](uint32_t i, sim::Random&) {
             return sim::Vec3{float(i % 2), 0, 0};
         }},
        {"a line",
         [](uint32_t i, sim::Random&) {
             return sim::Vec3{0.25f * float(i), 3, 3};
         }},
        {"a lattice",
         [](uint32_t i, sim::Random&) {
             return sim::Vec3{float(i % 8), float(i / 8 % 8), float(i / 64)};
         }},
        {"two far clumps",
         [](uint32_t i, sim::Random& random) {
             return random.vector(0.5f) + sim::Vec3{i % 2 ? 3e5f : -3e5f, 0, 0};
         }},
        {"one far escaper",
         [](uint32_t i, sim::Random& random) {
             return i == 7 ? sim::Vec3{1e6f, 1e6f, 1e6f} : random.vector(1);
         }},
        {"ever closer",
         [](uint32_t i, sim::Random&) {
             return sim::Vec3{std::ldexp(1.0f, -int(i % 60)), 0, 0};
         }},
        {"a cloud", [](uint32_t, sim::Random& random) { return random.vector(2); }},
    };
    return kCases;
}
inline std::vector<sim::Body> bodies_of(const Case& test, uint32_t count) {
    sim::Random random(3);
    std::vector<sim::Body> bodies;
    for (uint32_t i = 0; i < count; ++i)
        bodies.push_back(body_at(test.place(i, random), 0.5f + random.unit()));
    return bodies;
}

/// The state of a nasty case after some steps.
inline uint64_t hash_of(const Case& test, uint32_t count, uint32_t steps, const sim::WorldConfig& config) {
    const auto world = world_of(bodies_of(test, count), config);
    world->step(steps);
    return sim::state_hash(world->snapshot());
}

inline sim::WorldConfig nasty_config(sim::Backend backend = sim::Backend::cpu) {
    sim::WorldConfig config = config_of("plummer", 1, backend);
    config.scene.physics.time_step_s = 0.001f;
    config.scene.physics.stiffness_pa = 1e3f;
    return config;
}

/// Whatever the backend and its engine make of them.
inline void expect_bits_of_the_cpu(sim::Backend backend, const std::string& engine, uint32_t bodies,
                                   uint32_t steps) {
    for (const char* scene : {"galaxy", "plummer", "orbit", "solar"}) {
        for (const bool quadrupole : {true, false}) {
            sim::WorldConfig config = config_of(scene, bodies);
            config.scene.physics.gravity.quadrupole = quadrupole;
            const uint64_t expected = hash_after(config, steps);
            config.backend = backend;
            config.engine = engine;
            EXPECT_EQ(expected, hash_after(config, steps)) << scene << (quadrupole ? "" : ", monopoles");
        }
    }
    sim::WorldConfig config = config_of("galaxy", bodies);
    config.scene.physics.gravity.direct = true;
    const uint64_t expected = hash_after(config, steps);
    config.backend = backend;
    config.engine = engine;
    EXPECT_EQ(expected, hash_after(config, steps)) << "direct";
}

inline void expect_bits_of_the_cpu_in_nasty_cases(sim::Backend backend, const std::string& engine,
                                                  uint32_t bodies, uint32_t steps) {
    for (const Case& test : nasty_cases()) {
        for (const uint32_t leaf_bodies : {1u, 8u, 32u}) {
            sim::WorldConfig config = nasty_config();
            config.scene.physics.gravity.leaf_bodies = leaf_bodies;
            const uint64_t expected = hash_of(test, bodies, steps, config);
            config.backend = backend;
            config.engine = engine;
            EXPECT_EQ(expected, hash_of(test, bodies, steps, config))
                << test.name << ", leaf " << leaf_bodies;
        }
    }
}

}  // namespace gravity_worlds
