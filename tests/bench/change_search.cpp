// How long a world takes for another sort engine and broad phase in place, beside a new world from its snapshot. Prints
// milliseconds, each round as a row: until the call returns, and until the first step after it is done.
// Usage: bench_change_search [cpu|cuda] [bodies] [scene]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/io/scene_toml.h"
#include "sim/world.h"

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void step_once(sim::World& world) {
    world.step(1);
    world.finish();
}

struct Times {
    double call_ms, with_step_ms;
};

template <class Change>
Times times_of(std::unique_ptr<sim::World>& world, Change change) {
    const auto start = Clock::now();
    change(world);
    const double call_ms = ms_since(start);
    step_once(*world);
    return {call_ms, ms_since(start)};
}

}  // namespace

int main(int argc, char** argv) {
    const sim::Backend backend =
        argc > 1 && argv[1] == std::string("cuda") ? sim::Backend::cuda : sim::Backend::cpu;
    sim::WorldConfig config;
    config.scene = app::load_scene(argc > 3 ? argv[3] : "pile");
    config.bodies = argc > 2 ? uint32_t(std::atoi(argv[2])) : 100000;
    config.backend = backend;
    config.engine = sort::engine_or_default("", backend).name;
    config.broad_phase = sim::default_broad_phase(backend);
    const std::string other = backend == sim::Backend::cuda ? "bucketsort" : "cpu-radix";
    auto world = sim::World::create(config);
    world->step(20);
    world->finish();
    std::printf("%s, %u bodies, %s and %s, columns and sweep; ms: call, with a step\n",
                config.scene.name.c_str(), config.bodies, config.engine.c_str(), other.c_str());
    for (int round = 0; round < 5; ++round) {
        const bool there = round % 2 == 0;
        const std::string engine = there ? other : config.engine, phase = there ? "sweep" : "columns";
        const Times in_place = times_of(world, [&](auto& own) { own->set_engine(engine); });
        const Times search = times_of(world, [&](auto& own) { own->set_broad_phase(phase); });
        const Times anew = times_of(world, [&](auto& own) {
            const sim::Snapshot now = own->snapshot();
            const sim::WorldConfig same = own->config();
            own = sim::World::create(same, &now);
        });
        std::printf("engine %.2f, %.2f; broad phase %.2f, %.2f; new world %.2f, %.2f\n", in_place.call_ms,
                    in_place.with_step_ms, search.call_ms, search.with_step_ms, anew.call_ms,
                    anew.with_step_ms);
    }
}
