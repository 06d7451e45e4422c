// Pairs as the libraries of the CPU sort them: items of a key and its value.
#pragma once
#include <cmath>
#include <type_traits>
#include <vector>

#include "sort/lab/libraries/library_sort.h"

namespace sort {

/// Every NaN is greater than all numbers.
template <class Key>
inline bool before(Key a, Key b) {
    if constexpr (std::is_floating_point_v<Key>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

template <class Key>
class PairsOfHost : public LibrarySort {
public:
    PairsOfHost(uint32_t capacity, int) : items_(capacity) {}

    void prepare(TypedArrays pairs, Stream) override {
        const Key* keys = static_cast<const Key*>(pairs.keys);
        for (uint32_t i = 0; i < pairs.count; ++i) items_[i] = {keys[i], pairs.values[i]};
    }
    void finish(TypedArrays pairs, Stream) override {
        Key* keys = static_cast<Key*>(pairs.keys);
        for (uint32_t i = 0; i < pairs.count; ++i) keys[i] = items_[i].key, pairs.values[i] = items_[i].value;
    }

protected:
    struct Item {
        Key key;
        uint32_t value;
    };
    std::vector<Item> items_;
};

}  // namespace sort
