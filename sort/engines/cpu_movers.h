// Pairs that are far from their places: set aside before the windows are sorted, merged in at the end. Words
// are (key as the bits see it, place before), so they have one order and any merge of them is stable.
#pragma once
#include <algorithm>
#include <type_traits>

#include "sort/engines/cpu_predict.h"

namespace sort::cpu {

/// Cuts window `index` of the prediction, [begin, end), in kept words and movers.
template <class Bits>
void set_aside(const uint32_t* keys, uint32_t begin, uint32_t end, Bits bits, const Prediction& prediction,
               uint32_t index, uint64_t* kept, uint64_t* movers) {
    const uint32_t length = prediction.window() / kStepsAWindow;
    uint32_t step = index * kStepsAWindow;
    for (uint32_t i = begin; i < end; ++step) {
        const Between between = prediction.between(step);
        for (const uint32_t stop = std::min(i + length, end); i < stop; ++i) {
            const uint32_t key = bits(keys[i]);
            if (between.holds(key)) {
                *kept++ = word_of(key, i);
            } else {
                *movers++ = word_of(key, i);
            }
        }
    }
}

/// The caller's arrays, and copies of what they held.
struct MergedPairs {
    uint32_t* keys;
    uint32_t* values;             // null: keys alone
    const uint32_t* keys_before;  // null: a word has the whole key
    const uint32_t* values_before;

    void store(uint32_t place, uint64_t word) const {
        const uint32_t source = value_of(word);
        keys[place] = keys_before ? keys_before[source] : key_of(word);
        if (values) values[place] = values_before[source];
    }
};

/// Writes the kept words and the movers, both in order, from `place` on; the largest shift of a kept one.
inline uint32_t merge_movers(const uint64_t* kept, const uint64_t* kept_end, const uint64_t* mover,
                             const uint64_t* mover_end, uint32_t place, MergedPairs to) {
    uint32_t largest = 0;
    while (kept < kept_end) {
        const uint64_t* stop = mover < mover_end ? std::lower_bound(kept, kept_end, *mover) : kept_end;
        for (; kept < stop; ++kept, ++place) {
            const uint32_t source = value_of(*kept);
            largest = std::max(largest, source < place ? place - source : source - place);
            to.store(place, *kept);
        }
        if (mover < mover_end) to.store(place++, *mover++);
    }
    for (; mover < mover_end; ++mover) to.store(place++, *mover);
    return largest;
}

}  // namespace sort::cpu
