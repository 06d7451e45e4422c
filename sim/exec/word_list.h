// Lists that a stage makes: each item adds up to two words. The order is any.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

struct WordList {
    uint32_t* words;   // room for all that can come
    uint64_t* listed;  // how many there are, 0 at first
};

/// Words that one item adds to a list, at most two.
struct WordsOfItem {
    uint32_t count = 0, first = 0, second = 0;

    HOST_DEVICE void add(uint32_t word) {
        if (count == 0) {
            first = word;
        } else {
            second = word;
        }
        ++count;
    }
    HOST_DEVICE void write(uint32_t* to) const {
        if (count > 0) to[0] = first;
        if (count > 1) to[1] = second;
    }
};

}  // namespace sim
