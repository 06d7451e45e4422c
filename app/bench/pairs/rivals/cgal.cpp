// CGAL's box_self_intersection_d: a streamed segment tree, sequential (its parallel form is for two sets).
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include <chrono>
#include <vector>

#include "app/bench/pairs/rivals/rival_api.h"

namespace {

using Box = CGAL::Box_intersection_d::Box_with_handle_d<float, 3, const float*>;

double find(const float* boxes, uint32_t count, void (*take)(void*, const uint32_t*, uint64_t), void* to) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<Box> list;
    list.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        float ends[6];
        for (int k = 0; k < 6; ++k) ends[k] = boxes[6 * size_t(i) + size_t(k)];
        list.emplace_back(ends, ends + 3, boxes + 6 * size_t(i));
    }
    std::vector<uint32_t> pairs;
    CGAL::box_self_intersection_d(list.begin(), list.end(), [&](const Box& a, const Box& b) {
        pairs.push_back(uint32_t((a.handle() - boxes) / 6));
        pairs.push_back(uint32_t((b.handle() - boxes) / 6));
    });
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    take(to, pairs.data(), pairs.size() / 2);
    return took.count();
}

const app::RivalApi kApi = {app::kRivalVersion, "CGAL " CGAL_VERSION_STR ", box_self_intersection_d", find};

}  // namespace

extern "C" __attribute__((visibility("default"))) const app::RivalApi* sweeplab_rival() { return &kApi; }
