// The search for descents of descents.h: blocks without one, nearly all of them, are passed by as vectors.
#include "sort/engines/cpu/descents.h"

#include "sort/base/avx2_too.h"

namespace sort::cpu {
namespace {

constexpr uint32_t kBlock = 32;

template <class Key, class Bits>
[[gnu::always_inline]] inline uint32_t list(const Key* keys, uint32_t first, uint32_t last, Bits bits,
                                            uint32_t most, uint32_t* places) {
    uint32_t listed = 0;
    for (uint32_t begin = first, end; begin < last && listed <= most; begin = end) {
        end = begin + std::min(last - begin, kBlock);
        uint32_t descends = 0;
        if (end - begin == kBlock) {
            for (uint32_t k = 0; k < kBlock; ++k)
                descends |= bits(keys[begin + k]) > bits(keys[begin + k + 1]) ? 1u : 0u;
            if (!descends) continue;
        }
        for (uint32_t i = begin; i < end; ++i) {
            places[listed] = i;
            listed += bits(keys[i]) > bits(keys[i + 1]) ? 1 : 0;
        }
    }
    return listed;
}

}  // namespace

AVX2_TOO uint32_t list_descents(const uint32_t* keys, uint32_t first, uint32_t last, KeyBits bits,
                                uint32_t most, uint32_t* places) {
    return list(keys, first, last, bits, most, places);
}

AVX2_TOO uint32_t list_descents(const uint64_t* keys, uint32_t first, uint32_t last, WideKeyBits bits,
                                uint32_t most, uint32_t* places) {
    return list(keys, first, last, bits, most, places);
}

AVX2_TOO uint32_t list_descents(const uint64_t* keys, uint32_t first, uint32_t last, DoubleKeyBits bits,
                                uint32_t most, uint32_t* places) {
    return list(keys, first, last, bits, most, places);
}

}  // namespace sort::cpu
