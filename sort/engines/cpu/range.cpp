// The vector loops of range.h. Built for plain x86-64 and once more for AVX2, chosen when the program
// starts: SSE2 has no minimum of such numbers.
#include "sort/engines/cpu/range.h"

#include <algorithm>

#include "sort/base/avx2_too.h"

namespace sort::cpu {
namespace {

template <class Key, class Bits, class Load>
[[gnu::always_inline]] inline KeyExtent<Key> extent(uint32_t count, Bits bits, Load load) {
    const Key first = bits(load(0));
    Key least = first, most = first, differing = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Key key = bits(load(i));
        least = std::min(least, key);
        most = std::max(most, key);
        differing |= key ^ first;
    }
    return {least, most, differing};
}

// Clones of their own names: clang makes none of what was called before, as in range.h.
AVX2_TOO KeyExtent<uint32_t> keys_extent(const uint32_t* keys, uint32_t count, KeyBits bits) {
    return extent<uint32_t>(count, bits, [keys](uint32_t i) { return keys[i]; });
}

AVX2_TOO KeyExtent<uint64_t> wide_keys_extent(const uint64_t* keys, uint32_t count, WideKeyBits bits) {
    return extent<uint64_t>(count, bits, [keys](uint32_t i) { return keys[i]; });
}

AVX2_TOO KeyExtent<uint64_t> doubles_extent(const uint64_t* keys, uint32_t count, DoubleKeyBits bits) {
    return extent<uint64_t>(count, bits, [keys](uint32_t i) { return keys[i]; });
}

AVX2_TOO KeyExtent<uint32_t> words_extent(const uint64_t* words, uint32_t count, KeyBits bits) {
    return extent<uint32_t>(count, bits, [words](uint32_t i) { return key_of(words[i]); });
}

AVX2_TOO KeyExtent<uint64_t> wide_words_extent(const WideWord* words, uint32_t count, WideKeyBits bits) {
    return extent<uint64_t>(count, bits, [words](uint32_t i) { return words[i].key; });
}

AVX2_TOO KeyExtent<uint64_t> double_words_extent(const WideWord* words, uint32_t count, DoubleKeyBits bits) {
    return extent<uint64_t>(count, bits, [words](uint32_t i) { return words[i].key; });
}

}  // namespace

KeyExtent<uint32_t> extent_of_keys(const uint32_t* keys, uint32_t count, KeyBits bits) {
    return keys_extent(keys, count, bits);
}

KeyExtent<uint64_t> extent_of_keys(const uint64_t* keys, uint32_t count, WideKeyBits bits) {
    return wide_keys_extent(keys, count, bits);
}

KeyExtent<uint64_t> extent_of_keys(const uint64_t* keys, uint32_t count, DoubleKeyBits bits) {
    return doubles_extent(keys, count, bits);
}

KeyExtent<uint32_t> extent_of_words(const uint64_t* words, uint32_t count, KeyBits bits) {
    return words_extent(words, count, bits);
}

KeyExtent<uint64_t> extent_of_words(const WideWord* words, uint32_t count, WideKeyBits bits) {
    return wide_words_extent(words, count, bits);
}

KeyExtent<uint64_t> extent_of_words(const WideWord* words, uint32_t count, DoubleKeyBits bits) {
    return double_words_extent(words, count, bits);
}

AVX2_TOO uint32_t largest_shift(const uint32_t* sources, uint32_t begin, uint32_t end) {
    int32_t least = 0, most = 0;
    for (uint32_t i = begin; i < end; ++i) {
        const int32_t shift = static_cast<int32_t>(i - sources[i]);
        least = std::min(least, shift);
        most = std::max(most, shift);
    }
    return std::max(static_cast<uint32_t>(most), 0u - static_cast<uint32_t>(least));
}

}  // namespace sort::cpu
