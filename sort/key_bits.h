// Runs of bits of keys in the order of their type, as sort/base/digits.h has them of unsigned keys of 32 bits.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sort/base/digits.h"
#include "sort/keys.h"

namespace sort {

/// KeyBits of signed integers and of floats, of 32 bits: bits of their ordered_key(), made at each look, so that the keys
/// stay as they are. Keys are words, as they lie in memory. Example: the upper four bits of -1, 0, 1 are 7 8 8.
template <class Key>
struct OrderedKeyBits : private KeyBits {  // private: nobody takes it for bits of unsigned keys
    static_assert(sizeof(Key) == 4);
    using KeyBits::mask, KeyBits::shift;

    HOST_DEVICE explicit OrderedKeyBits(KeyBits bits) : KeyBits(bits) {}

    HOST_DEVICE uint32_t operator()(uint32_t word) const {
        Key key;
        memcpy(&key, &word, sizeof key);
        return KeyBits::operator()(ordered_key(key));
    }
    HOST_DEVICE static constexpr uint32_t greatest() { return 0x7fffffffu; }  // of floats a NaN
    HOST_DEVICE static constexpr bool whole() { return false; }
};

/// Returns use(bits) with the bits in the order of a type: of i32 and f32 as OrderedKeyBits, of others as they are.
template <class Use>
decltype(auto) with_ordered_bits(KeyBits bits, KeyType type, Use use) {
    if (type == KeyType::i32) return use(OrderedKeyBits<int32_t>{bits});
    if (type == KeyType::f32) return use(OrderedKeyBits<float>{bits});
    return use(bits);
}

/// KeyBits of integers of 64 bits.
struct WideKeyBits {
    uint32_t shift = 0;
    uint64_t mask = ~0ull;
    uint64_t flipped = 0;  // bits of the key that are turned over first: the sign of signed ones

    HOST_DEVICE uint64_t operator()(uint64_t key) const { return ((key ^ flipped) >> shift) & mask; }
    HOST_DEVICE uint64_t greatest() const { return ~flipped; }
    HOST_DEVICE bool whole() const { return mask == ~0ull && flipped == 0; }
};

/// KeyBits of doubles: bits of their ordered_key().
struct DoubleKeyBits {
    uint32_t shift = 0;
    uint64_t mask = ~0ull;
    uint64_t flipped = 0;  // none

    HOST_DEVICE uint64_t operator()(double key) const { return (ordered_key(key) >> shift) & mask; }
    HOST_DEVICE uint64_t operator()(uint64_t bytes) const {  // of a double, as they lie in memory
        double key;
        memcpy(&key, &bytes, sizeof key);
        return (*this)(key);
    }
    HOST_DEVICE double greatest() const { return __builtin_nan(""); }
    HOST_DEVICE static constexpr bool whole() { return false; }
};

template <class Key>
using KeyBitsOf =
    std::conditional_t<sizeof(Key) == 4, KeyBits,
                       std::conditional_t<std::is_floating_point_v<Key>, DoubleKeyBits, WideKeyBits>>;

/// An unsigned integer as wide as a key.
template <class Key>
using KeyWord = std::conditional_t<sizeof(Key) == 4, uint32_t, uint64_t>;

/// Bits [begin, end) of a 64-bit key of `type`.
template <class Key>
KeyBitsOf<Key> wide_key_bits(int begin, int end, KeyType type) {
    const uint64_t flipped = type == KeyType::i64 ? 1ull << 63 : 0;
    if (begin >= end) return {0, 0, flipped};
    return {static_cast<uint32_t>(begin), ~0ull >> (64 - (end - begin)), flipped};
}

}  // namespace sort
