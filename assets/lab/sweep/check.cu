// Runs the student's sweep, and tests every box against every other.
#include <algorithm>

#include "device_array.h"
#include "task.h"

__global__ void sweep(Global<const uint32_t> low_x, Global<const uint32_t> high_x,
                      Global<const uint32_t> low_y, Global<const uint32_t> high_y, uint32_t n,
                      Global<uint32_t> pair_count, Global<uint32_t> pairs);

namespace lab {
namespace {

struct Boxes {
    std::vector<uint32_t> low_x, high_x, low_y, high_y;
};

/// Boxes from the bits of keys: about two others overlap each.
Boxes boxes_of(const std::vector<uint32_t>& keys) {
    const auto n = static_cast<uint32_t>(keys.size());
    struct Box {
        uint32_t low_x, width, low_y, height;
    };
    std::vector<Box> all;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t key = (keys[i] + i) * 2654435761u;
        all.push_back({(key >> 8) % (4 * n), key % 16, (key >> 16) % 64, (key >> 4) % 16});
    }
    std::stable_sort(all.begin(), all.end(), [](const Box& a, const Box& b) { return a.low_x < b.low_x; });
    Boxes boxes;
    for (const Box& box : all) {
        boxes.low_x.push_back(box.low_x);
        boxes.high_x.push_back(box.low_x + box.width);
        boxes.low_y.push_back(box.low_y);
        boxes.high_y.push_back(box.low_y + box.height);
    }
    return boxes;
}

/// Rules of a walk; the usual mistakes are other ones.
struct Walk {
    bool touch_x = true, touch_y = true;  // ends that touch count on that axis
    bool ends_on_y = false;               // at the first box that does not overlap on y
};

std::vector<uint32_t> pairs_of(const Boxes& boxes, const Walk& walk = {}) {
    const auto begins_before = [](uint32_t low, uint32_t high, bool touch) { return low < high + touch; };
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i < boxes.low_x.size(); ++i) {
        for (uint32_t j = i + 1; j < boxes.low_x.size(); ++j) {
            if (!begins_before(boxes.low_x[j], boxes.high_x[i], walk.touch_x)) continue;
            const bool overlap = begins_before(boxes.low_y[j], boxes.high_y[i], walk.touch_y) &&
                                 begins_before(boxes.low_y[i], boxes.high_y[j], walk.touch_y);
            if (!overlap && walk.ends_on_y) break;
            if (!overlap) continue;
            pairs.push_back(i);
            pairs.push_back(j);
        }
    }
    return pairs;
}

std::vector<Mistake> wrong_counts(const Boxes& boxes) {
    std::vector<Mistake> mistakes;
    const auto add = [&](const Walk& walk, const char* name) {
        const auto count = static_cast<uint32_t>(pairs_of(boxes, walk).size() / 2);
        if (count > 0) mistakes.push_back({{count}, name});
    };
    add({.touch_x = false}, "boxes that touch on x are left out: ends that touch count");
    add({.touch_y = false}, "boxes that touch on y are left out: ends that touch count");
    add({.touch_x = false, .touch_y = false}, "boxes that touch are left out: ends that touch count");
    add({.ends_on_y = true}, "the walk ends at a box that does not overlap on y: it ends on x only");
    return mistakes;
}

std::vector<uint32_t> in_order(const std::vector<uint32_t>& pairs) {
    std::vector<std::pair<uint32_t, uint32_t>> both;
    for (size_t k = 0; k + 1 < pairs.size(); k += 2) both.push_back({pairs[k], pairs[k + 1]});
    std::sort(both.begin(), both.end());
    std::vector<uint32_t> sorted;
    for (const auto& [first, second] : both) {
        sorted.push_back(first);
        sorted.push_back(second);
    }
    return sorted;
}

std::vector<uint32_t> swapped(std::vector<uint32_t> pairs) {
    for (size_t k = 0; k + 1 < pairs.size(); k += 2) std::swap(pairs[k], pairs[k + 1]);
    return pairs;
}

}  // namespace

std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys) {
    const Boxes boxes = boxes_of(keys);
    const std::vector<uint32_t> wanted = pairs_of(boxes);
    const DeviceArray low_x("low_x", boxes.low_x), high_x("high_x", boxes.high_x),
        low_y("low_y", boxes.low_y), high_y("high_y", boxes.high_y);
    const DeviceArray pair_count("pair_count", std::vector<uint32_t>(1, 0)), pairs("pairs", wanted.size());
    sweep<<<constants.blocks(keys.size()), constants.threads>>>(
        low_x.readable(), high_x.readable(), low_y.readable(), high_y.readable(),
        static_cast<uint32_t>(keys.size()), pair_count.writable(), pairs.writable());
    return {
        {"pair_count", pair_count.values(), {static_cast<uint32_t>(wanted.size() / 2)}, wrong_counts(boxes)},
        {"pairs (sorted)",
         in_order(pairs.values()),
         wanted,
         {{in_order(swapped(wanted)), "the larger index stands first in each pair"}}}};
}

}  // namespace lab
