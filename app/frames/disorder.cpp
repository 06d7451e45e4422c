#include "app/frames/disorder.h"

#include <algorithm>

namespace app {

Disorder disorder_of(const std::vector<uint32_t>& order) {
    Disorder disorder;
    uint32_t misplaced = 0;
    for (uint32_t place = 0; place < order.size(); ++place) {
        const uint32_t from = order[place];
        misplaced += from != place;
        disorder.max_shift = std::max(disorder.max_shift, from > place ? from - place : place - from);
    }
    if (!order.empty()) disorder.misplaced = misplaced / static_cast<double>(order.size());
    return disorder;
}

uint32_t descents_of(std::span<const uint64_t> keys) {
    uint32_t descents = 0;
    for (size_t i = 1; i < keys.size(); ++i) descents += keys[i - 1] > keys[i];
    return descents;
}

uint32_t movers_of(std::span<const uint64_t> keys) {
    std::vector<uint64_t> least;  // last key of an ascending subsequence of each length, the least there is
    for (const uint64_t key : keys) {
        if (least.empty() || key >= least.back()) {
            least.push_back(key);
        } else {
            *std::upper_bound(least.begin(), least.end(), key) = key;
        }
    }
    return uint32_t(keys.size() - least.size());
}

}  // namespace app
