// One read of keys: the least, the greatest, and the bits in which they differ. And one of places: the
// largest shift.
#pragma once
#include "sort/engines/cpu/words.h"
#include "sort/key_bits.h"

namespace sort::cpu {

template <class Key>
struct KeyExtent {
    Key least = ~Key{0}, most = 0, differing = 0;

    void join(const KeyExtent& other) {
        // The first keys of two parts may differ where neither part differs from its own first.
        if (other.least > other.most) return;
        if (least <= most) differing |= least ^ other.least;
        differing |= other.differing;
        least = other.least < least ? other.least : least;
        most = other.most > most ? other.most : most;
    }
    KeyRange<Key> range() const { return KeyRange<Key>::of(least, most, differing); }
};

/// Return the extent of keys[0, count) as `bits` see them. count > 0.
KeyExtent<uint32_t> extent_of_keys(const uint32_t* keys, uint32_t count, KeyBits bits);
KeyExtent<uint64_t> extent_of_keys(const uint64_t* keys, uint32_t count, WideKeyBits bits);
KeyExtent<uint64_t> extent_of_keys(const uint64_t* keys, uint32_t count, DoubleKeyBits bits);

/// Return the extent of the keys of words[0, count) as `bits` see them. count > 0.
KeyExtent<uint32_t> extent_of_words(const uint64_t* words, uint32_t count, KeyBits bits);
KeyExtent<uint64_t> extent_of_words(const WideWord* words, uint32_t count, WideKeyBits bits);
KeyExtent<uint64_t> extent_of_words(const WideWord* words, uint32_t count, DoubleKeyBits bits);

/// Returns the largest |i - sources[i]|, begin <= i < end.
uint32_t largest_shift(const uint32_t* sources, uint32_t begin, uint32_t end);

template <class Key, class Bits>
KeyExtent<Key> extent_of(SplitPairs<Key> pairs, uint32_t count, Bits bits) {
    return extent_of_keys(pairs.keys, count, bits);
}
template <class Word, class Bits>
auto extent_of(WordPairs<Word> pairs, uint32_t count, Bits bits) {
    return extent_of_words(pairs.words, count, bits);
}

}  // namespace sort::cpu
