// How each kind of made input is made, and what its makers share. Private to sort/inputs*.cpp.
#pragma once
#include "sort/lab/inputs.h"

namespace sort::made {

// Of keys of 32 or of 64 bits.
template <class Key>
void uniform(std::vector<Key>& keys, const Input& input, uint64_t seed);
template <class Key>
void sorted(std::vector<Key>& keys, const Input& input, uint64_t seed);
template <class Key>
void reversed(std::vector<Key>& keys, const Input& input, uint64_t seed);
template <class Key>
void swaps(std::vector<Key>& keys, const Input& input, uint64_t seed);
template <class Key>
void displaced(std::vector<Key>& keys, const Input& input, uint64_t seed);
template <class Key>
void teleport(std::vector<Key>& keys, const Input& input, uint64_t seed);

using Words = std::vector<uint32_t>;
void gaussian(Words& keys, const Input& input, uint64_t seed);
void equal(Words& keys, const Input& input, uint64_t seed);
void zero(Words& keys, const Input& input, uint64_t seed);
void few(Words& keys, const Input& input, uint64_t seed);
void bucket(Words& keys, const Input& input, uint64_t seed);
void staggered(Words& keys, const Input& input, uint64_t seed);
void entropy(Words& keys, const Input& input, uint64_t seed);
void banded(Words& keys, const Input& input, uint64_t seed);
void zipf(Words& keys, const Input& input, uint64_t seed);
void sawtooth(Words& keys, const Input& input, uint64_t seed);
void organ_pipe(Words& keys, const Input& input, uint64_t seed);
void intruder(Words& keys, const Input& input, uint64_t seed);
void clusters(Words& keys, const Input& input, uint64_t seed);
void lattice(Words& keys, const Input& input, uint64_t seed);
void exponent(Words& keys, const Input& input, uint64_t seed);
void gas(Words& keys, const Input& input, uint64_t seed);
void gas24(Words& keys, const Input& input, uint64_t seed);

using WideKeys = std::vector<uint64_t>;
void splat(WideKeys& keys, const Input& input, uint64_t seed);
void contacts(WideKeys& keys, const Input& input, uint64_t seed);

/// Numbers for a second purpose: far behind those of the keys.
inline uint64_t counter(uint64_t stream, uint64_t n) { return (stream << 40) + n; }

inline uint32_t random_word(uint64_t seed, uint64_t n) {
    return static_cast<uint32_t>(random_number(seed, n) >> 32);
}

/// The upper bits of a random number: keys of 64 bits have those of 32 on top.
template <class Key>
Key random_key(uint64_t seed, uint64_t n) {
    return static_cast<Key>(random_number(seed, n) >> (64 - 8 * sizeof(Key)));
}

/// Even enough for test data: the top half of the product keeps the bias under bound / 2^32.
inline uint32_t random_below(uint64_t bound, uint64_t seed, uint64_t n) {
    return static_cast<uint32_t>(((random_number(seed, n) >> 32) * bound) >> 32);
}

/// A bell of twelve 16-bit numbers: mean 0, standard deviation kBell, nothing beyond 6 of them. Uses streams
/// `stream` to `stream` + 2 of the counter.
constexpr int64_t kBell = 1 << 16;
inline int64_t random_bell(uint64_t seed, uint64_t stream, uint64_t n) {
    int64_t sum = 0;
    for (uint64_t k = 0; k < 3; ++k) {
        const uint64_t four = random_number(seed, counter(stream + k, n));
        for (int shift = 0; shift < 64; shift += 16) sum += static_cast<int64_t>(four >> shift & 0xffff);
    }
    return sum - 6 * 0xffff;
}

/// visit(i) for exactly `millionths` of the `count` places, rounded up; each set of places equally likely.
template <class Visit>
void choose_places(uint64_t count, uint64_t millionths, uint64_t seed, uint64_t stream, Visit visit) {
    // Taken with the chance that those still to be taken have among the places left.
    uint64_t to_take = (count * millionths + 999999) / 1000000;
    for (uint64_t i = 0; i < count && to_take > 0; ++i) {
        if (random_below(count - i, seed, counter(stream, i)) >= to_take) continue;
        visit(i);
        --to_take;
    }
}

}  // namespace sort::made
