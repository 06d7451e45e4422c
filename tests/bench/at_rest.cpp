// What the sort costs inside the replayed step when nothing moves: `pile` on CUDA is run until every body is
// at rest, then measured with each way to leave early. Prints the frames in which no pass ran and the sort
// stage's times; raw samples go to a CSV.
// Usage: bench_at_rest [bodies] [samples.csv]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/io/scene_toml.h"
#include "sim/world.h"

namespace {

constexpr uint32_t kMeasuredSteps = 1000;
constexpr uint32_t kMostSteps = 90000;

sim::WorldConfig config_for(uint32_t bodies) {
    sim::WorldConfig config;
    config.scene = app::load_scene("pile");
    config.bodies = bodies;
    config.backend = sim::Backend::cuda;
    config.engine = "fourway";
    config.broad_phase = "sweep";
    return config;
}

/// Deepest overlap of two bodies, and of a body with the ground, as a share of the (smaller) radius.
void print_overlaps(sim::World& world) {
    const std::vector<uint32_t> pairs = world.pairs_by_id();
    const sim::Snapshot now = world.snapshot();
    float deepest = 0, floor = 0;
    for (size_t p = 0; p < pairs.size(); p += 2) {
        const sim::Body &a = now.bodies[pairs[p]], &b = now.bodies[pairs[p + 1]];
        const float overlap = a.radius_m + b.radius_m - length(a.position_m - b.position_m);
        deepest = std::max(deepest, overlap / std::min(a.radius_m, b.radius_m));
    }
    for (const sim::Body& b : now.bodies) floor = std::max(floor, 1 - b.position_m.y / b.radius_m);
    std::printf("deepest overlap %.4f of a radius between bodies, %.4f with the ground\n", deepest, floor);
}

void measure(const char* name, sim::WorldConfig config, const sim::Snapshot& rest, std::FILE* csv) {
    const auto world = sim::World::create(config, &rest);
    std::vector<sim::StepReport> reports;
    for (uint32_t k = 0; k < kMeasuredSteps; ++k) {
        world->step(1);
        world->poll(reports);
    }
    world->finish();
    world->poll(reports);
    std::vector<double> sort_us;
    uint32_t no_pass = 0;
    for (const sim::StepReport& report : reports) {
        no_pass += report.counters.passes_run == 0;
        double sum = 0;
        for (const sim::StageTime& stage : report.stages) {
            if (stage.name.substr(0, stage.name.find('/')) == "sort") sum += stage.duration_us;
        }
        sort_us.push_back(sum);
        if (csv) std::fprintf(csv, "%s,%u,%.3f\n", name, report.counters.passes_run, sum);
    }
    std::sort(sort_us.begin(), sort_us.end());
    std::printf(
        "%-24s %u of %zu frames ran one order check and no pass; sort stage p50 %.1f us, p90 %.1f us\n", name,
        no_pass, reports.size(), sort_us[sort_us.size() / 2], sort_us[sort_us.size() * 9 / 10]);
}

}  // namespace

int main(int argc, char** argv) {
    const uint32_t bodies = argc > 1 ? uint32_t(std::strtoul(argv[1], nullptr, 10)) : 131072;
    std::FILE* csv = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
    if (csv) std::fprintf(csv, "way,passes_run,sort_us\n");

    // Run until all sleep.
    sim::WorldConfig config = config_for(bodies);
    config.engine = "cub-radix";
    const auto world = sim::World::create(config);
    while (world->counters().asleep < bodies && world->counters().completed_steps < kMostSteps) {
        world->step(500);
        world->finish();
    }
    std::printf("%u bodies: %u asleep after %llu steps\n", bodies, world->counters().asleep,
                static_cast<unsigned long long>(world->counters().completed_steps));
    print_overlaps(*world);
    const sim::Snapshot rest = world->snapshot();

    // Measure each way; cub-radix, which always sorts, for comparison.
    config.engine = "fourway";
    config.engine_config.early_exit = sort::EarlyExit::if_node;
    measure("fourway, IF node", config, rest, csv);
    config.engine_config.early_exit = sort::EarlyExit::gated;
    measure("fourway, gated launches", config, rest, csv);
    config.traced = true;
    measure("fourway, plain stream", config, rest, csv);
    config.traced = false;
    config.engine = "cub-radix";
    measure("cub-radix, graph", config, rest, csv);
    if (csv) std::fclose(csv);
    return 0;
}
