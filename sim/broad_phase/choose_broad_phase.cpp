#include "sim/broad_phase/choose_broad_phase.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "sort/base/numbers.h"

namespace sim {
namespace {

constexpr size_t kSample = 2048;
constexpr size_t kBruteBoxes = 128;  // up to here testing all takes no longer than sorting

/// Tests a box from where on columns are faster than one axis, which needs fewer stages: measured on two CPU
/// cores with 4,000 to 10,000 boxes. On an H200 columns are faster from 46 tests a box on, 1,000
/// boxes; fewer were not tried.
constexpr double kCpuTests = 64, kCudaTests = 46;

/// Pairs of the sample whose intervals on the axis overlap.
uint64_t overlapping_intervals(const std::vector<Box>& sample, int axis) {
    std::vector<float> mins;
    for (const Box& box : sample) mins.push_back(box.min[axis]);
    std::sort(mins.begin(), mins.end());
    uint64_t begun = 0;  // by the end of each, itself and those before it included
    for (const Box& box : sample) {
        begun += uint64_t(std::upper_bound(mins.begin(), mins.end(), box.max[axis]) - mins.begin()) -
                 uint64_t(std::lower_bound(mins.begin(), mins.end(), box.min[axis]) - mins.begin()) - 1;
    }
    return begun;
}

}  // namespace

BroadPhaseChoice choose_broad_phase(std::span<const Box> boxes, sort::Backend backend) {
    const size_t n = boxes.size();
    if (n <= kBruteBoxes)
        return {"brute", std::to_string(n) + (n == 1 ? " box" : " boxes") + ": all are tested with all"};
    std::vector<Box> sample;
    const size_t size = std::min(n, kSample);
    for (uint64_t k = 0; k < size; ++k)
        sample.push_back(boxes[uint32_t(k * 0x9e3779b9u) * uint64_t(n) >> 32]);

    // Each pair of the sample stands for (n / size) ^ 2 of all boxes.
    double least = 0;
    int best = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double scale = double(n) / double(size);
        const double tests_a_box = double(overlapping_intervals(sample, axis)) * scale / double(size);
        if (axis == 0 || tests_a_box < least) least = tests_a_box, best = axis;
    }
    const bool one_axis = least < (backend == sort::Backend::cuda ? kCudaTests : kCpuTests);
    char text[128];
    std::snprintf(text, sizeof text, "%s boxes, about %.*f tests per box if swept along %c alone",
                  sort::grouped(n).c_str(), least < 10 ? 1 : 0, least, "xyz"[best]);
    return {one_axis ? "sweep" : "columns", text};
}

}  // namespace sim
