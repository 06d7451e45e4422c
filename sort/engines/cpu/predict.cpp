// The vector loops of predict.h.
#include "sort/engines/cpu/predict.h"

#include "sort/base/avx2_too.h"

namespace sort::cpu {
namespace {

template <class Key, class Bits>
[[gnu::always_inline]] inline uint32_t count_outside(const Key* keys, uint32_t count, Bits bits,
                                                     Between<Key> between) {
    uint32_t movers = 0;
    for (uint32_t i = 0; i < count; ++i) movers += between.holds(bits(keys[i])) ? 0 : 1;
    return movers;
}

}  // namespace

AVX2_TOO uint32_t outside(const uint32_t* keys, uint32_t count, KeyBits bits, Between<uint32_t> between) {
    return count_outside(keys, count, bits, between);
}

AVX2_TOO uint32_t outside(const uint64_t* keys, uint32_t count, WideKeyBits bits, Between<uint64_t> between) {
    return count_outside(keys, count, bits, between);
}

AVX2_TOO uint32_t outside(const uint64_t* keys, uint32_t count, DoubleKeyBits bits,
                          Between<uint64_t> between) {
    return count_outside(keys, count, bits, between);
}

}  // namespace sort::cpu
