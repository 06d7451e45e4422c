// Keys of any type, made from words such that the words' order is kept, or recorded; and the words that
// engines sort.
#pragma once
#include <cstddef>
#include <vector>

#include "sort/lab/key_types.h"

namespace app {

struct TypedKeys {
    sort::KeyType type = sort::KeyType::u32;
    uint32_t count = 0;
    std::vector<std::byte> bytes;     // the keys themselves
    std::vector<uint32_t> low, high;  // their words in unsigned order; high only of 64-bit keys
    std::vector<uint32_t>
        offsets{};  // of segments that cover all keys, each sorted by itself; empty: one array

    bool wide() const { return sort::size_of(type) == 8; }
    int key_bits() const { return static_cast<int>(8 * sort::size_of(type)); }
};

/// Keys whose unsigned words these are; 64-bit keys are those of sort::widened(words). Keys of 8 and 16 bits divide the
/// range from the least to the greatest word into equal parts. Floats whose words are above that of infinity become one
/// NaN, which all sorts put last.
TypedKeys typed_keys(sort::KeyType type, const std::vector<uint32_t>& words);

/// The same of words of 64 bits, for a type of as many.
TypedKeys typed_keys(sort::KeyType type, const std::vector<uint64_t>& words);

/// Keys that are there already, as they lie in memory.
TypedKeys typed_keys_from(sort::KeyType type, std::vector<std::byte> bytes);

}  // namespace app
