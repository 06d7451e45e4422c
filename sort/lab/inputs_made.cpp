// The makers. Every number is random_number(seed, n) of a counter n, so no key depends on how many were made
// before it by somebody else. bucket and staggered follow the benchmark of Helman, JaJa and Bader, which the
// GPU sorting papers cite (Ye 2010, section VI); the papers leave the number of parts open: 64 here.
#include "sort/lab/inputs_made.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <numeric>

#include "sort/keys.h"

namespace sort::made {
namespace {

constexpr uint64_t kParts = 64;  // of bucket and staggered
constexpr uint32_t kZipfKeys = 1u << 16;
constexpr uint32_t kTooth = 251;        // no multiple or divisor of a tile
constexpr uint32_t kOdd = 0x9e3779b1u;  // a multiple of it differs for different factors, in all bits

/// Returns a random key of range `range` of kParts equal ones.
uint32_t within(uint64_t range, uint64_t seed, uint64_t n) {
    constexpr uint64_t kWidth = (uint64_t{1} << 32) / kParts;
    return static_cast<uint32_t>(range * kWidth + random_below(kWidth, seed, n));
}

}  // namespace

template <class Key>
void uniform(std::vector<Key>& keys, const Input&, uint64_t seed) {
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = random_key<Key>(seed, i);
}

void gaussian(Words& keys, const Input&, uint64_t seed) {
    for (size_t i = 0; i < keys.size(); ++i) {
        uint64_t sum = 0;
        for (uint64_t k = 0; k < 4; ++k) sum += random_word(seed, counter(k, i));
        keys[i] = static_cast<uint32_t>(sum / 4);
    }
}

template <class Key>
void sorted(std::vector<Key>& keys, const Input& input, uint64_t seed) {
    uniform(keys, input, seed);
    tbb::parallel_sort(keys.begin(), keys.end());
}

template <class Key>
void reversed(std::vector<Key>& keys, const Input& input, uint64_t seed) {
    uniform(keys, input, seed);
    tbb::parallel_sort(keys.rbegin(), keys.rend());
}

void equal(Words& keys, const Input&, uint64_t seed) {
    std::fill(keys.begin(), keys.end(), static_cast<uint32_t>(seed));
}

void zero(Words& keys, const Input&, uint64_t) { std::fill(keys.begin(), keys.end(), 0u); }

void few(Words& keys, const Input& input, uint64_t seed) {
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = random_below(input.number, seed, i) * kOdd;
}

void bucket(Words& keys, const Input&, uint64_t seed) {
    // The place within all keys, in units of a part of a part: its last digit to base kParts is the range.
    for (uint64_t i = 0; i < keys.size(); ++i) {
        const uint64_t section = i * kParts * kParts / keys.size();
        keys[i] = within(section % kParts, seed, i);
    }
}

void staggered(Words& keys, const Input&, uint64_t seed) {
    // The lower half of the parts takes the odd ranges, the upper half the even ones.
    for (uint64_t i = 0; i < keys.size(); ++i) {
        const uint64_t part = i * kParts / keys.size();
        keys[i] = within(part < kParts / 2 ? 2 * part + 1 : 2 * part - kParts, seed, i);
    }
}

void entropy(Words& keys, const Input& input, uint64_t seed) {
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = random_word(seed, i);
        for (uint64_t k = 1; k < input.number; ++k) keys[i] &= random_word(seed, counter(k, i));
    }
}

void banded(Words& keys, const Input& input, uint64_t seed) {
    const uint64_t mask = (uint64_t{1} << input.end) - (uint64_t{1} << input.number);
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = random_word(seed, i) & static_cast<uint32_t>(mask);
}

template <class Key>
void swaps(std::vector<Key>& keys, const Input& input, uint64_t seed) {
    sorted(keys, input, seed);
    const uint64_t count = keys.size();
    for (uint64_t k = 0; k < input.number && count > 1; ++k) {
        const uint64_t n = count + 2 * k;  // past the numbers that made the keys
        std::swap(keys[random_below(count, seed, n)], keys[random_below(count, seed, n + 1)]);
    }
}

template <class Key>
void displaced(std::vector<Key>& keys, const Input& input, uint64_t seed) {
    sorted(keys, input, seed);
    if (keys.size() < 2) return;
    const uint64_t count = keys.size(), most = std::min(input.number, count - 1);

    // Place i asks for place i + r, 0 <= r <= D. Whoever asks for less comes first, so nobody moves by more
    // than D: all places below i - D ask for less than i, all above i + D for more than i + D. Here and there
    // a key asks for D while the D behind it stay: it moves by exactly D (of equal wishes the later place
    // comes first).
    const uint64_t stride = 8 * (most + 1);
    std::vector<uint64_t> wishes(count);
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t last_start = i - i % stride;
        uint64_t far = random_below(most + 1, seed, counter(1, i));
        if (last_start + most < count && i - last_start <= most) far = i == last_start ? most : 0;
        wishes[i] = std::min<uint64_t>(i + far, UINT32_MAX) << 32 | (UINT32_MAX - i);
    }
    tbb::parallel_sort(wishes.begin(), wishes.end());
    std::vector<Key> moved(count);
    for (uint64_t place = 0; place < count; ++place) {
        moved[place] = keys[UINT32_MAX - static_cast<uint32_t>(wishes[place])];
    }
    keys.swap(moved);
}

template <class Key>
void teleport(std::vector<Key>& keys, const Input& input, uint64_t seed) {
    sorted(keys, input, seed);
    choose_places(keys.size(), input.number, seed, 1,
                  [&](uint64_t i) { keys[i] = random_key<Key>(seed, counter(2, i)); });
}

void zipf(Words& keys, const Input&, uint64_t seed) {
    // Sums of whole weights: the r-th is 2^40 / r.
    std::vector<uint64_t> sums(kZipfKeys);
    for (uint64_t r = 1; r <= kZipfKeys; ++r) sums[r - 1] = (uint64_t{1} << 40) / r;
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    for (size_t i = 0; i < keys.size(); ++i) {
        const auto wide = static_cast<unsigned __int128>(random_number(seed, i)) * sums.back();
        const auto drawn = static_cast<uint64_t>(wide >> 64);
        const auto at = std::upper_bound(sums.begin(), sums.end(), drawn) - sums.begin();
        keys[i] = static_cast<uint32_t>(at) * kOdd;
    }
}

void sawtooth(Words& keys, const Input&, uint64_t) {
    for (size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<uint32_t>(i % kTooth) * (UINT32_MAX / kTooth);
}

void organ_pipe(Words& keys, const Input& input, uint64_t seed) {
    Words all(keys.size());
    sorted(all, input, seed);
    for (size_t i = 0; i < all.size(); ++i) keys[i % 2 == 0 ? i / 2 : all.size() - 1 - i / 2] = all[i];
}

void intruder(Words& keys, const Input& input, uint64_t seed) {
    equal(keys, input, seed);
    if (keys.empty()) return;
    const uint32_t other = random_word(seed, 0);
    keys[random_below(keys.size(), seed, 1)] = other == keys[0] ? ~other : other;
}

void clusters(Words& keys, const Input& input, uint64_t seed) {
    // All bells together cover about a sixteenth of all keys.
    const int64_t width = std::max<int64_t>(1, (int64_t{1} << 24) / static_cast<int64_t>(input.number));
    for (size_t i = 0; i < keys.size(); ++i) {
        const uint32_t cluster = random_below(input.number, seed, i);
        const int64_t key = random_word(seed, counter(1, cluster)) + random_bell(seed, 2, i) * width / kBell;
        keys[i] = static_cast<uint32_t>(std::clamp<int64_t>(key, 0, UINT32_MAX));
    }
}

void lattice(Words& keys, const Input& input, uint64_t seed) {
    // A diameter apart, the cube's middle at 0, as float keys of the gas: halves are exact up to 2^22.
    const auto planes = static_cast<float>(input.number);
    for (size_t i = 0; i < keys.size(); ++i) {
        keys[i] = ordered_key(static_cast<float>(random_below(input.number, seed, i)) - 0.5f * planes);
    }
}

void exponent(Words& keys, const Input&, uint64_t seed) {
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = 0xbf800000u | random_word(seed, i) >> 9;
}

template void uniform(std::vector<uint32_t>&, const Input&, uint64_t);
template void uniform(std::vector<uint64_t>&, const Input&, uint64_t);
template void sorted(std::vector<uint32_t>&, const Input&, uint64_t);
template void sorted(std::vector<uint64_t>&, const Input&, uint64_t);
template void reversed(std::vector<uint32_t>&, const Input&, uint64_t);
template void reversed(std::vector<uint64_t>&, const Input&, uint64_t);
template void swaps(std::vector<uint32_t>&, const Input&, uint64_t);
template void swaps(std::vector<uint64_t>&, const Input&, uint64_t);
template void displaced(std::vector<uint32_t>&, const Input&, uint64_t);
template void displaced(std::vector<uint64_t>&, const Input&, uint64_t);
template void teleport(std::vector<uint32_t>&, const Input&, uint64_t);
template void teleport(std::vector<uint64_t>&, const Input&, uint64_t);

}  // namespace sort::made
