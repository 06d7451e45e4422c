// The sort of a few thousand pairs on one thread: a bucket of cpu-radix within the core's cache, a window of
// cpu-adaptive, or a whole short input.
//
// The keys' range decides: its width w is cut into the fewest digits of at most d bits, d growing with the
// count (2^11 counters are too many to clear for 1000 pairs). Where two digits do not cover w, two digits of
// the upper bits leave few pairs out of place when the keys are spread well, and an insertion sort on whole
// keys ends it: measured 1.1 to 1.2 times as fast as a third pass. How many it will have to move is estimated
// from the two histograms; too many, or more moves than that when it comes to it, and all digits are sorted.
// All steps are stable, so each may go on from where another stopped.
#pragma once
#include <algorithm>
#include <cstring>

#include "sort/engines/cpu_range.h"

namespace sort::cpu {

constexpr int kDigitBits = 11;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr int kMaxPasses = (32 + kDigitBits - 1) / kDigitBits;
constexpr uint32_t kFewPairs = 24;  // insertion alone
static_assert(kMaxPasses == 3, "as many digits are counted at once");

using Counters = uint32_t[kMaxPasses][kBins];

/// What a digit is taken from: a key less the least of its range.
template <class Bits>
struct RangeDigit {
    Bits bits;
    uint32_t least;
    int shift;
    uint32_t mask;

    uint32_t operator()(uint64_t word) const { return ((bits(key_of(word)) - least) >> shift) & mask; }
};

/// Counters become offsets; returns the sum of their squares: how often two pairs share a bin.
inline double to_offsets(uint32_t* bins, uint32_t count) {
    uint32_t offset = 0;
    uint64_t squares = 0;
    for (uint32_t bin = 0; bin < count; ++bin) {
        const uint32_t pairs = bins[bin];
        bins[bin] = offset;
        offset += pairs;
        squares += uint64_t{pairs} * pairs;
    }
    return static_cast<double>(squares);
}

template <class From, class To, class Digit>
void scatter(From from, To to, uint32_t count, Digit digit, uint32_t* offsets) {
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t word = from.load(i);
        to.store(offsets[digit(word)]++, word);
    }
}

template <class From, class To>
void copy_pairs(From from, To to, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) to.store(i, from.load(i));
}

/// False, with equal keys still in order, when it would move more than `budget` places.
template <class Bits>
bool insertion_sort(uint64_t* words, uint32_t count, Bits bits, uint64_t budget) {
    uint64_t moved = 0;
    uint32_t highest = count ? bits(key_of(words[0])) : 0;
    for (uint32_t i = 1; i < count; ++i) {
        const uint64_t word = words[i];
        const uint32_t key = bits(key_of(word));
        if (key >= highest) {
            highest = key;
            continue;
        }
        uint32_t place = i;
        do {
            words[place] = words[place - 1];
            --place;
        } while (place > 0 && bits(key_of(words[place - 1])) > key);
        words[place] = word;
        moved += i - place;
        if (moved > budget) return false;
    }
    return true;
}

/// Three digits cover any range. `from` may be b; ends in `to`, which may be `from`'s place.
template <class From, class To, class Bits>
void sort_all_digits(From from, uint64_t* a, uint64_t* b, To to, uint32_t count, Bits bits, KeyRange range,
                     Counters& counters) {
    const int width = (range.width() + 2) / 3;
    const uint32_t mask = (1u << width) - 1;
    RangeDigit<Bits> digits[3];
    for (int pass = 0; pass < 3; ++pass) {
        digits[pass] = {bits, range.least, range.begin + pass * width, mask};
        std::fill_n(counters[pass], mask + 1, 0u);
    }
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t word = from.load(i);
        ++counters[0][digits[0](word)];
        ++counters[1][digits[1](word)];
        ++counters[2][digits[2](word)];
    }
    for (auto& bins : counters) to_offsets(bins, mask + 1);
    scatter(from, WordPairs{a}, count, digits[0], counters[0]);
    scatter(WordPairs{a}, WordPairs{b}, count, digits[1], counters[1]);
    scatter(WordPairs{b}, to, count, digits[2], counters[2]);
}

/// Sorts `count` pairs of `from`, whose keys lie in `range`, to `to`, which may be the same place. `a` and
/// `b` are scratch for as many words each; `from` may be a. Returns the digits that it sorted by.
template <class From, class To, class Bits>
int sort_local(From from, uint64_t* a, uint64_t* b, To to, uint32_t count, Bits bits, KeyRange range,
               Counters& counters) {
    const int width = range.width();
    if (width == 0) {
        copy_pairs(from, to, count);
        return 0;
    }
    if (count <= kFewPairs) {
        copy_pairs(from, WordPairs{a}, count);
        insertion_sort(a, count, bits, uint64_t{count} * count);
        copy_pairs(WordPairs{a}, to, count);
        return 1;
    }
    const int digit_bits = std::min<int>(kDigitBits, (std::bit_width(count) + 5) / 2);
    if (width <= digit_bits) {
        const RangeDigit<Bits> digit{bits, range.least, range.begin, (1u << width) - 1};
        std::fill_n(counters[0], 1u << width, 0u);
        for (uint32_t i = 0; i < count; ++i) ++counters[0][digit(from.load(i))];
        to_offsets(counters[0], 1u << width);
        scatter(from, WordPairs{b}, count, digit, counters[0]);
        copy_pairs(WordPairs{b}, to, count);
        return 1;
    }

    const bool exact = width <= 2 * digit_bits;
    const int upper = exact ? width - width / 2 : digit_bits, lower = exact ? width / 2 : digit_bits;
    const int shift = range.end - upper - lower;  // range.begin when exact
    const RangeDigit<Bits> low{bits, range.least, shift, (1u << lower) - 1};
    const RangeDigit<Bits> high{bits, range.least, shift + lower, (1u << upper) - 1};
    std::fill_n(counters[0], 1u << lower, 0u);
    std::fill_n(counters[1], 1u << upper, 0u);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t word = from.load(i);
        ++counters[0][low(word)];
        ++counters[1][high(word)];
    }
    const double shared = to_offsets(counters[0], 1u << lower) * to_offsets(counters[1], 1u << upper);
    if (exact) {
        scatter(from, WordPairs{b}, count, low, counters[0]);
        scatter(WordPairs{b}, to, count, high, counters[1]);
        return 2;
    }

    // As if the two digits were independent; half of the pairs that share both are the wrong way round.
    const double to_move = shared / (2.0 * count) / (2.0 * count);
    if (to_move * 4 > count) {
        const int rest = shift - range.begin;
        if (rest > kDigitBits) {
            sort_all_digits(from, b, a, to, count, bits, range, counters);
            return 3;
        }
        const RangeDigit<Bits> lowest{bits, range.least, range.begin, (1u << rest) - 1};
        std::fill_n(counters[2], 1u << rest, 0u);
        for (uint32_t i = 0; i < count; ++i) ++counters[2][lowest(from.load(i))];
        to_offsets(counters[2], 1u << rest);
        scatter(from, WordPairs{b}, count, lowest, counters[2]);
        scatter(WordPairs{b}, WordPairs{a}, count, low, counters[0]);
        scatter(WordPairs{a}, to, count, high, counters[1]);
        return 3;
    }
    scatter(from, WordPairs{b}, count, low, counters[0]);
    scatter(WordPairs{b}, WordPairs{a}, count, high, counters[1]);
    if (!insertion_sort(a, count, bits, uint64_t{4} * count)) {
        sort_all_digits(WordPairs{a}, b, a, to, count, bits, range, counters);
        return 3;
    }
    copy_pairs(WordPairs{a}, to, count);
    return 2;
}

}  // namespace sort::cpu
