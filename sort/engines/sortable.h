// What every engine does with its Options: refuses what cannot be sorted, and cuts the bits into passes.
#pragma once
#include <stdexcept>
#include <string>

#include "sort/base/digits.h"
#include "sort/sorter.h"

namespace sort {

/// Returns the digit of pass `pass` when [begin_bit, end_bit) is cut into digits of `digit_bits`; the last is
/// narrower.
inline KeyBits pass_digit(const Options& options, int digit_bits, int pass) {
    const int begin = options.begin_bit + pass * digit_bits;
    const int end = begin + digit_bits;
    return key_bits(begin, end < options.end_bit ? end : options.end_bit);
}

inline int pass_count(const Options& options, int digit_bits) {
    return (options.end_bit - options.begin_bit + digit_bits - 1) / digit_bits;
}

/// Checks what every engine requires of pairs and options, before anything is queued; `typed`: the engine sorts signed
/// keys and floats; `counts_live`: it takes a live count. Throws std::invalid_argument.
template <class Key>
void require_sortable(const KeyPairs<Key>& pairs, uint32_t capacity, const Options& options,
                      bool typed = sizeof(Key) == 8, bool counts_live = false) {
    constexpr int kBits = 8 * sizeof(Key);
    if (pairs.count > capacity) {
        throw std::invalid_argument("sort: " + std::to_string(pairs.count) +
                                    " pairs for an engine made for " + std::to_string(capacity));
    }
    if (options.begin_bit < 0 || options.end_bit > kBits || options.begin_bit > options.end_bit) {
        throw std::invalid_argument("sort: bits " + std::to_string(options.begin_bit) + " to " +
                                    std::to_string(options.end_bit) + " are not within 0 to " +
                                    std::to_string(kBits));
    }
    if (!typed && (options.key_type == KeyType::i32 || options.key_type == KeyType::f32)) {
        throw std::invalid_argument(std::string("sort: this engine sorts no ") + name_of(options.key_type) +
                                    " keys as they are");
    }
    if (options.live_count && !counts_live) {
        throw std::invalid_argument("sort: this engine reads no live count");
    }
    if (pairs.count > 0 && pairs.keys == nullptr) throw std::invalid_argument("sort: no keys");
}

}  // namespace sort
