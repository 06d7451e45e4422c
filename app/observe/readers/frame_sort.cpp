// How the input of a sort follows from its output.
#include "app/observe/readers/frame_sort.h"

#include <tbb/parallel_for.h>

#include <atomic>

namespace app {
namespace {

constexpr uint32_t kGrain = 16384;

template <class Body>
void each(uint32_t count, const Body& body) {
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kGrain), [&](const auto& range) {
        for (uint32_t i = range.begin(); i != range.end(); ++i) body(i);
    });
}

}  // namespace

std::optional<FrameSort> frame_sort_of(const SortColumns& columns) {
    const uint32_t n = columns.count;
    if (n == 0 || !columns.keys || !columns.shifts) return std::nullopt;
    FrameSort sort;
    for (auto* words : {&sort.keys, &sort.ids, &sort.ranks}) words->resize(n);
    sort.slots.assign(n, n);  // no slot
    std::atomic<bool> outside = false;
    each(n, [&](uint32_t slot) {
        const uint32_t rank = columns.ranks ? columns.ranks[slot] : slot;
        const uint32_t index = rank - uint32_t(columns.shifts[slot]);
        if (index >= n) {
            outside = true;
            return;
        }
        sort.keys[index] = columns.keys[slot];
        sort.ids[index] = columns.ids[slot];
        sort.ranks[index] = rank;
        sort.slots[index] = slot;
    });
    if (outside) return std::nullopt;
    for (const uint32_t slot : sort.slots)
        if (slot == n) return std::nullopt;
    return sort;
}

}  // namespace app
