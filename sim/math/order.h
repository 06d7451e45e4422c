// Sorts a body's few contacts in place: insertion for short lists, heap for the long ones of big bodies.
#pragma once
#include <cstdint>

#include "sort/host_device.h"

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

/// Ascending, in place.
HOST_DEVICE inline void sort_list(uint64_t* list, uint32_t count) {
    if (count <= kShortList) {
        insertion_sort(list, count);
    } else {
        heap_sort(list, count);
    }
}

}  // namespace sim
