// All pairs of 16,384 equal spheres' boxes (volume fraction 0.2): sweeplab's broad phases beside CGAL's
// sequential box intersection, in one process, taking turns. Prints every sample, the medians and the ratio.
// Usage: bench_pairs_cgal [boxes] [repetitions]
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "app/io/scene_toml.h"
#include "sim/pair_search.h"
#include "sim/world.h"

namespace {

using CgalBox = CGAL::Box_intersection_d::Box_d<double, 3>;

double milliseconds(const std::function<void()>& work) {
    using namespace std::chrono;
    const auto start = steady_clock::now();
    work();
    return duration<double, std::milli>(steady_clock::now() - start).count();
}

std::vector<sim::Box> gas_boxes(uint32_t count) {
    sim::WorldConfig config;
    config.scene = app::load_scene("gas");
    config.bodies = count;
    config.engine = "cpu-radix";
    config.broad_phase = "sweep";
    const auto world = sim::World::create(config);
    world->step(200);  // away from the lattice that it starts on
    std::vector<sim::Box> boxes;
    for (const sim::Body& body : world->snapshot().bodies) {
        const sim::Vec3 r = {body.radius_m, body.radius_m, body.radius_m};
        boxes.push_back({body.position_m - r, body.position_m + r});
    }
    return boxes;
}

size_t cgal_pairs(const std::vector<sim::Box>& boxes) {
    std::vector<CgalBox> list;
    list.reserve(boxes.size());
    for (const sim::Box& box : boxes) {
        double low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
        list.emplace_back(low, high);
    }
    std::vector<std::pair<size_t, size_t>> pairs;
    CGAL::box_self_intersection_d(list.begin(), list.end(), [&](const CgalBox& a, const CgalBox& b) {
        pairs.emplace_back(a.id(), b.id());
    });
    return pairs.size();
}

struct Contender {
    std::string name;
    std::function<size_t()> work;
    std::vector<double> samples_ms = {};
};

}  // namespace

int main(int argc, char** argv) {
    const uint32_t count = argc > 1 ? uint32_t(std::strtoul(argv[1], nullptr, 10)) : 16384;
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 15;
    const std::vector<sim::Box> boxes = gas_boxes(count);
    std::vector<Contender> contenders = {{"cgal", [&] { return cgal_pairs(boxes); }}};
    for (const char* broad_phase : {"sweep", "endpoint"}) {
        for (const int threads : {1, 2}) {
            const sim::PairsConfig config{sim::Backend::cpu, "cpu-radix", broad_phase, threads, 0};
            contenders.push_back({std::string(broad_phase) + ", " + std::to_string(threads) + " threads",
                                  [&boxes, config] { return sim::find_pairs(boxes, config).size() / 2; }});
        }
    }
    for (int k = 0; k < repetitions; ++k) {
        for (Contender& contender : contenders) {
            size_t pairs = 0;
            contender.samples_ms.push_back(milliseconds([&] { pairs = contender.work(); }));
            if (k == 0) std::printf("%-20s finds %zu pairs\n", contender.name.c_str(), pairs);
        }
    }
    std::vector<double> medians;
    for (Contender& contender : contenders) {
        std::printf("%-20s samples, ms:", contender.name.c_str());
        for (const double ms : contender.samples_ms) std::printf(" %.2f", ms);
        std::sort(contender.samples_ms.begin(), contender.samples_ms.end());
        const double median = contender.samples_ms[contender.samples_ms.size() / 2];
        medians.push_back(median);
        std::printf("\n%-20s median %.2f ms, best %.2f ms, %.2f times as fast as cgal\n", "", median,
                    contender.samples_ms.front(), medians.front() / median);
    }
    return 0;
}
