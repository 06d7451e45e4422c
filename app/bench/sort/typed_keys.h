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

    bool wide() const { return sort::size_of(type) == 8; }
};

/// 64-bit keys have a made word on top and a mix of it below: sorted stays sorted, few stay few, and both of
/// their halves are work. Floats are those whose words these are; the largest become NaN.
TypedKeys typed_keys(sort::KeyType type, const std::vector<uint32_t>& words);

/// Keys that are there already, as they lie in memory.
TypedKeys typed_keys_from(sort::KeyType type, std::vector<std::byte> bytes);

}  // namespace app
