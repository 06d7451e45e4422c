// The CUDA backend of sim, emulated: every engine, more bodies and boxes, nasty sets, running out of room.
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_limit_suite.h"

using namespace emu_worlds;

namespace {

std::vector<const char*> engines() {
    std::vector<const char*> names;
    for (const auto& engine : sort::engines()) {
        if (engine.backend == sim::Backend::cuda) names.push_back(engine.name);
    }
    return names;
}

TEST(EmulatedPairs, do_not_depend_on_the_engine) {
    const pair_cases::Case test{"a grid", pair_cases::grid_boxes(900, 8, 16)};
    for (const char* engine : engines()) {
        for (const char* broad_phase : {"columns", "endpoint", "sweep"}) {
            expect_reference(test, broad_phase, engine);
        }
    }
}

/// Small random sets of every kind, each order drawn anew at each launch.
TEST(EmulatedPairs, equal_brute_force_in_hundreds_of_small_sets) {
    sim::Random random(77);
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        const uint32_t count = 2 + uint32_t(random.bits() % 90);
        auto boxes = random.bits() % 2 ? pair_cases::grid_boxes(count, seed, 2 + uint32_t(random.bits() % 12))
                                       : pair_cases::random_boxes(count, seed, 1, 2 * random.unit());
        const int flat = int(random.bits() % 6);
        float size = 1;
        for (auto& box : boxes) {
            if (flat < 3) box.min[flat] = box.max[flat] = 0.25f;
            if (random.bits() % 20 == 0)
                size = float(1 + random.bits() % 100);  // from here on, a giant or many
            const sim::Vec3 sides = box.max - box.min;
            box.max = box.min + sides * size;
            if (random.bits() % 4 == 0) size = 1;
        }
        const pair_cases::Case test{"set " + std::to_string(seed), boxes};
        for (const char* broad_phase : {"columns", "endpoint", "sweep"}) {
            expect_reference(test, broad_phase, emu_worlds::usual_engine());
        }
        if (HasFailure()) return;
    }
}

TEST(EmulatedPairs, of_thousands_of_boxes) {
    const pair_cases::Case cases[] = {{"random", pair_cases::random_boxes(6000, 51, 10, 0.6f)},
                                      {"a coarse grid", pair_cases::grid_boxes(3000, 52, 24)}};
    for (const auto& test : cases) {
        for (const auto& broad_phase : sim::broad_phases()) {
            expect_reference(test, broad_phase.name, emu_worlds::usual_engine());
        }
    }
}

TEST(EmulatedWorld, gives_the_bits_of_the_cpu_with_every_engine) {
    for (const char* engine : engines()) expect_bits_of_the_cpu("gas", 500, 15, "columns", engine);
}

TEST(EmulatedWorld, gives_the_bits_of_the_cpu_with_more_bodies_and_broad_phases) {
    for (const char* scene : testing_worlds::kSphereScenes) {
        for (const auto& broad_phase : sim::broad_phases()) {
            expect_bits_of_the_cpu(scene, 1500, 40, broad_phase.name, emu_worlds::usual_engine());
        }
    }
}

TEST(EmulatedWorld, says_no_with_the_count_and_lives_on) {
    for (const char* broad_phase : {"columns", "sweep"}) {
        testing_worlds::expect_says_no_and_lives_on(sim::Backend::cuda, broad_phase, false);
    }
}

}  // namespace
