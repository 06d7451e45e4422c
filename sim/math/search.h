// Binary searches in sorted arrays, for both backends.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

/// Returns first place in sorted[0, count) whose entry is greater than `key`; `count` if there is none.
template <class Key, class Index>
HOST_DEVICE inline Index upper_bound(const Key* sorted, Index count, Key key) {
    Index low = 0, high = count;
    while (low < high) {
        const Index middle = low + (high - low) / 2;
        if (key < sorted[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// Returns first place in sorted[0, count) whose entry is not less than `key`; `count` if there is none.
template <class Key, class Index>
HOST_DEVICE inline Index lower_bound(const Key* sorted, Index count, Key key) {
    Index low = 0, high = count;
    while (low < high) {
        const Index middle = low + (high - low) / 2;
        if (sorted[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

}  // namespace sim
