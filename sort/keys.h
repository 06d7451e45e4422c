// Keys of other types as unsigned numbers in the same order, so that every engine sorts plain uint32_t.
// The float map is one-way: -0 becomes +0 and every NaN the largest key (contract, part 4); callers who
// need the original bits gather them by index. 64-bit keys: see core/typed_sort.h.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sort/base/host_device.h"

namespace sort {

enum class KeyType { u32, i32, f32, u64, i64, f64, u8, i8, u16, i16 };

constexpr size_t size_of(KeyType type) {
    constexpr size_t kBytes[] = {4, 4, 4, 8, 8, 8, 1, 1, 2, 2};
    return kBytes[static_cast<int>(type)];
}

inline const char* name_of(KeyType type) {
    static const char* const kNames[] = {"u32", "i32", "f32", "u64", "i64", "f64", "u8", "i8", "u16", "i16"};
    return kNames[static_cast<int>(type)];
}

/// Returns the KeyType of a C++ type: an integer of 8 to 64 bits, float or double.
template <class Key>
constexpr KeyType key_type_of() {
    constexpr bool number =
        std::is_arithmetic_v<Key> && !std::is_same_v<Key, bool> && !std::is_same_v<Key, char32_t>;
    static_assert(number && sizeof(Key) <= 8, "keys are integers of 8 to 64 bits, float or double");
    constexpr bool wide = sizeof(Key) == 8;
    if constexpr (std::is_floating_point_v<Key>) return wide ? KeyType::f64 : KeyType::f32;
    if constexpr (sizeof(Key) == 1) return std::is_signed_v<Key> ? KeyType::i8 : KeyType::u8;
    if constexpr (sizeof(Key) == 2) return std::is_signed_v<Key> ? KeyType::i16 : KeyType::u16;
    if constexpr (std::is_signed_v<Key>) return wide ? KeyType::i64 : KeyType::i32;
    return wide ? KeyType::u64 : KeyType::u32;
}

/// Calls use(Key{}) with the type of C++ that a KeyType names.
template <class Use>
decltype(auto) with_key_type(KeyType type, Use use) {
    switch (type) {
        case KeyType::u32:
            return use(uint32_t{});
        case KeyType::i32:
            return use(int32_t{});
        case KeyType::f32:
            return use(float{});
        case KeyType::u64:
            return use(uint64_t{});
        case KeyType::i64:
            return use(int64_t{});
        case KeyType::f64:
            return use(double{});
        case KeyType::u8:
            return use(uint8_t{});
        case KeyType::i8:
            return use(int8_t{});
        case KeyType::u16:
            return use(uint16_t{});
        default:
            return use(int16_t{});
    }
}

HOST_DEVICE inline uint32_t ordered_key(uint32_t key) { return key; }
HOST_DEVICE inline uint64_t ordered_key(uint64_t key) { return key; }
HOST_DEVICE inline uint32_t ordered_key(uint8_t key) { return key; }
HOST_DEVICE inline uint32_t ordered_key(uint16_t key) { return key; }
HOST_DEVICE inline uint32_t ordered_key(int8_t key) { return static_cast<uint8_t>(key) ^ 0x80u; }
HOST_DEVICE inline uint32_t ordered_key(int16_t key) { return static_cast<uint16_t>(key) ^ 0x8000u; }

HOST_DEVICE inline uint32_t ordered_key(int32_t key) { return static_cast<uint32_t>(key) ^ 0x80000000u; }

HOST_DEVICE inline uint64_t ordered_key(int64_t key) {
    return static_cast<uint64_t>(key) ^ 0x8000000000000000ull;
}

/// ordered_key(a) < ordered_key(b) exactly when a < b, or a is a number and b is not.
HOST_DEVICE inline uint32_t ordered_key(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    const uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0xffffffffu;  // NaN; infinity maps to 0xff800000
    if (magnitude == 0) return 0x80000000u;           // both zeros
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

HOST_DEVICE inline uint64_t ordered_key(double key) {
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    // No branch: the CPU sorts call this at every access, and signs are as good as random.
    constexpr uint64_t kSign = 0x8000000000000000ull;
    const uint64_t negative = 0 - (bits >> 63);
    const uint64_t number = (bits ^ (negative | kSign)) + (bits == kSign ? 1 : 0);  // -0 becomes +0
    return number | (0 - uint64_t{(bits & ~kSign) > 0x7ff0000000000000ull});        // NaN: all ones
}

/// Returns a float whose key this is: exact for numbers, a NaN for the largest key, +0 for either zero.
HOST_DEVICE inline float key_to_float(uint32_t key) {
    const uint32_t bits = key & 0x80000000u ? key & 0x7fffffffu : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace sort
