// Keys of every type of the contract, sorted by engines that know unsigned 32-bit keys only. The result is
// the order; keys and values are then gathered by it, so that the bits of -0 and of a NaN survive.
#pragma once
#include <vector>

#include "sort/keys.h"
#include "sort/lab/host_sort.h"

namespace sort {

inline constexpr KeyType kKeyTypes[] = {KeyType::u32, KeyType::i32, KeyType::f32, KeyType::u64, KeyType::i64,
                                        KeyType::f64, KeyType::u16, KeyType::i16, KeyType::u8,  KeyType::i8};

struct SortedOrder {
    std::vector<uint32_t> order;  // order[place] = index of the key that belongs there
    double sort_ms = 0;           // the sorts alone, both of them for 64-bit keys
    Report report{};              // passes of both added
};

/// Returns the stable ascending order of `count` host keys of `type`, by any engine of either backend;
/// `sorter` was created by `engine` and has the capacity. 64-bit keys take two runs: by the low word, then,
/// gathered, by the high one; an engine that is not stable is refused for them with std::invalid_argument.
/// For 32-bit keys such an engine gives some order of equal keys. Bits of the options are those of a 32-bit
/// key's word (sort/keys.h); 64-bit keys are always sorted whole. Keys 2.0 NaN -0.0 0.0 give 2 3 0 1.
SortedOrder sorted_order(const Engine& engine, Sorter& sorter, KeyType type, const void* keys, uint32_t count,
                         const Options& options = {});

/// Is `order` a permutation that puts the keys in ascending order? With `stable`, also equal keys in input
/// order: there is only one such order. Needs no sort; `wrong_place`, if given, gets the first place that is
/// wrong.
bool is_sorted_order(KeyType type, const void* keys, const std::vector<uint32_t>& order, bool stable,
                     uint32_t* wrong_place = nullptr);

}  // namespace sort
