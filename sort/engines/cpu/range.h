// One read of keys: the least, the greatest, and the bits in which they differ. And one of places: the
// largest shift.
#pragma once
#include "sort/engines/cpu/words.h"

namespace sort::cpu {

struct KeyExtent {
    uint32_t least = 0xffffffffu, most = 0, differing = 0;

    void join(const KeyExtent& other) {
        // The first keys of two parts may differ where neither part differs from its own first.
        if (other.least > other.most) return;
        if (least <= most) differing |= least ^ other.least;
        differing |= other.differing;
        least = other.least < least ? other.least : least;
        most = other.most > most ? other.most : most;
    }
    KeyRange range() const { return KeyRange::of(least, most, differing); }
};

/// Returns the extent of keys[0, count) as `bits` see them. count > 0.
KeyExtent extent_of(const uint32_t* keys, uint32_t count, KeyBits bits);

/// Returns the extent of the keys of words[0, count) as `bits` see them. count > 0.
KeyExtent extent_of(const uint64_t* words, uint32_t count, KeyBits bits);

/// Returns the largest |i - sources[i]|, begin <= i < end.
uint32_t largest_shift(const uint32_t* sources, uint32_t begin, uint32_t end);

inline KeyExtent extent_of(SplitPairs pairs, uint32_t count, KeyBits bits) {
    return extent_of(pairs.keys, count, bits);
}
inline KeyExtent extent_of(WordPairs pairs, uint32_t count, KeyBits bits) {
    return extent_of(pairs.words, count, bits);
}

}  // namespace sort::cpu
