// A small world is stepped on each backend: both must end in the same state.
#include <cstdio>

#include "app/base/wall_clock.h"
#include "app/cli/resolve.h"
#include "app/doctor/check.h"
#include "app/measure/report_facts.h"
#include "sim/world.h"
#include "sort/device.h"

namespace app {
namespace {

constexpr uint64_t kBodies = 500;
constexpr uint32_t kSteps = 30;

struct Run {
    std::string engine;
    uint64_t hash;
    double ms;
};

Run run_on(sim::Backend backend, int device) {
    Options options;
    options.backend = sort::name_of(backend);
    options.bodies = kBodies;
    options.device = device;
    const double begin = now_s();
    const auto world = create_world(resolve_world(options));
    world->step(kSteps);
    const uint64_t hash = sim::state_hash(world->snapshot());
    return {world->config().engine, hash, (now_s() - begin) * 1e3};
}

std::string text_of(const Run& run) {
    char text[160];
    std::snprintf(text, sizeof text, "%llu bodies, %u steps in %.0f ms (%s), state %s",
                  static_cast<unsigned long long>(kBodies), kSteps, run.ms, run.engine.c_str(),
                  state_text(run.hash).c_str());
    return text;
}

}  // namespace

Finding check_simulation(int) { return {PartState::ok, text_of(run_on(sim::Backend::cpu, 0))}; }

Finding check_cuda(int device) {
    std::string reason;
    if (!sort::cuda_available(&reason, device)) return {PartState::none, "not tried: " + reason};
    if (sort::compiles_kernels(device))
        return {PartState::ok, "not tried: the driver would compile the kernels first",
                "run `sweeplab profile` once: it shows how far that is, and the driver keeps the kernels"};
    const Run cuda = run_on(sim::Backend::cuda, device), cpu = run_on(sim::Backend::cpu, 0);
    if (cuda.hash == cpu.hash) return {PartState::ok, text_of(cuda) + ", as on cpu"};
    return {PartState::broken, text_of(cuda) + ", but " + state_text(cpu.hash) + " on cpu",
            "try another driver; if it stays, report it with `sweeplab info`; --backend cpu works meanwhile"};
}

}  // namespace app
