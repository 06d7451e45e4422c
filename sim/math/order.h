// Sorts a body's contacts in place: insertion for short lists, heap for longer ones, a network where a group
// works on one list.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

inline constexpr uint32_t kShortList = 24;

HOST_DEVICE inline void insertion_sort(uint64_t* list, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        const uint64_t entry = list[i];
        uint32_t place = i;
        for (; place > 0 && entry < list[place - 1]; --place) list[place] = list[place - 1];
        list[place] = entry;
    }
}

HOST_DEVICE inline void sift_down(uint64_t* heap, uint32_t root, uint32_t count) {
    const uint64_t entry = heap[root];
    for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && heap[child] < heap[child + 1]) ++child;
        if (!(entry < heap[child])) break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = entry;
}

HOST_DEVICE inline void heap_sort(uint64_t* list, uint32_t count) {
    for (uint32_t root = count / 2; root-- > 0;) sift_down(list, root, count);
    for (uint32_t last = count; last-- > 1;) {
        const uint64_t largest = list[0];
        list[0] = list[last];
        list[last] = largest;
        sift_down(list, 0, last);
    }
}

/// Sorts a list in ascending order, in place.
HOST_DEVICE inline void sort_list(uint64_t* list, uint32_t count) {
    if (count <= kShortList) {
        insertion_sort(list, count);
    } else {
        heap_sort(list, count);
    }
}

/// Sorts a list in ascending order by a group: a bitonic network whose comparators all point in one
/// direction, so that those that reach beyond the end of the list can be left out (Knuth, The Art of Computer
/// Programming 3, 5.3.4).
template <class Group>
HOST_DEVICE inline void sort_list(const Group& group, uint64_t* list, uint32_t count) {
    if (group.size() == 1) return sort_list(list, count);
    for (uint32_t run = 2; run / 2 < count; run *= 2) {
        for (uint32_t step = run / 2; step > 0; step /= 2) {
            for (uint32_t k = group.member(); k < count; k += group.size()) {
                // The first step of a run folds it in the middle, the others compare at a distance.
                const uint32_t other = step == run / 2 ? k ^ (run - 1) : k ^ step;
                if (other <= k || other >= count) continue;
                const uint64_t low = list[k], high = list[other];
                if (high < low) list[k] = high, list[other] = low;
            }
            group.sync();
        }
    }
}

}  // namespace sim
