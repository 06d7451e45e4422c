// The vector loops of range.h. Built for plain x86-64 and once more for AVX2, chosen when the program
// starts: SSE2 has no minimum of such numbers.
#include "sort/engines/cpu/range.h"

#include <algorithm>

#include "sort/base/avx2_too.h"

namespace sort::cpu {
namespace {

template <class Load>
[[gnu::always_inline]] inline KeyExtent extent(uint32_t count, KeyBits bits, Load load) {
    const uint32_t first = bits(load(0));
    uint32_t least = first, most = first, differing = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t key = bits(load(i));
        least = std::min(least, key);
        most = std::max(most, key);
        differing |= key ^ first;
    }
    return {least, most, differing};
}

// Clones of their own names: clang makes none of what was called before, as in range.h.
AVX2_TOO KeyExtent extent_of_keys(const uint32_t* keys, uint32_t count, KeyBits bits) {
    return extent(count, bits, [keys](uint32_t i) { return keys[i]; });
}

AVX2_TOO KeyExtent extent_of_words(const uint64_t* words, uint32_t count, KeyBits bits) {
    return extent(count, bits, [words](uint32_t i) { return key_of(words[i]); });
}

}  // namespace

KeyExtent extent_of(const uint32_t* keys, uint32_t count, KeyBits bits) {
    return extent_of_keys(keys, count, bits);
}

KeyExtent extent_of(const uint64_t* words, uint32_t count, KeyBits bits) {
    return extent_of_words(words, count, bits);
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
