// The sort of a few thousand pairs on one thread: a bucket of cpu-radix within the core's cache, a window of
// cpu-adaptive, or a whole short input.
//
// The keys' range decides: its width w is cut into the fewest digits of at most d bits, d growing with the
// count (2^11 counters are too many to clear for 1000 pairs). Where two digits do not cover w, two digits of
// the upper bits leave few pairs out of place when the keys are spread well, and those are fixed where they
// lie: measured 1.1 to 1.2 times as fast as a third pass. How many it will have to move is estimated
// from the two histograms; too many, or more moves than that when it comes to it, and all digits are sorted.
// All steps are stable, so each may go on from where another stopped. Keys of 64 bits: where two upper digits
// do not do, three are tried so, then all, up to six.
#pragma once
#include <algorithm>
#include <cstring>

#include "sort/engines/cpu/local_trace.h"
#include "sort/engines/cpu/range.h"

namespace sort::cpu {

constexpr int kDigitBits = 11;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr uint32_t kFewPairs = 24;  // insertion alone

/// More than half of the bits of the count, for a digit.
template <class Key>
constexpr int kMoreDigitBits = sizeof(Key) == 4 ? 6 : 8;

/// Digits that cover any key: 3, or 6.
template <class Key>
constexpr int kMaxPasses = (8 * sizeof(Key) + kDigitBits - 1) / kDigitBits;

template <class Key>
using Counters = uint32_t[kMaxPasses<Key>][kBins];

/// A digit of a key less the least of its range. The loops that use it are unrolled four times by a pragma:
/// one round alone is bound by the latency of its counter, measured 1.3 times slower.
template <class Key, class Bits>
struct RangeDigit {
    Bits bits;
    Key least;
    int shift;
    uint32_t mask;

    uint32_t operator()(const WordOf<Key>& word) const { return of_key(key_of(word)); }
    uint32_t of_key(Key key) const { return static_cast<uint32_t>((bits(key) - least) >> shift) & mask; }
};

/// Counters become offsets; returns the sum of their squares: how often two pairs share a bin.
inline uint64_t to_offsets(uint32_t* bins, uint32_t count) {
    uint32_t offset = 0;
    uint64_t squares = 0;
    for (uint32_t bin = 0; bin < count; ++bin) {
        const uint32_t pairs = bins[bin];
        bins[bin] = offset;
        offset += pairs;
        squares += uint64_t{pairs} * pairs;
    }
    return squares;
}

/// Do two digits leave at most `count` / 4 moves to mend? As if they were independent, and with half of the pairs that
/// share both in the wrong order. In integers, as all of a sort is: the floating-point environment is the caller's.
inline bool leave_few_moves(uint64_t low_squares, uint64_t high_squares, uint32_t count) {
    __extension__ typedef unsigned __int128 Wide;
    return Wide{low_squares} * high_squares <= Wide{count} * count * count;
}

/// The same of three digits.
inline bool leave_few_moves(uint64_t low, uint64_t middle, uint64_t high, uint32_t count) {
    __extension__ typedef unsigned __int128 Wide;
    const Wide square = Wide{count} * count;
    return Wide{low} * middle / square * high <= square * count;
}

template <class From, class Digit>
void count_digit(From from, uint32_t count, Digit digit, uint32_t* bins) {
    std::fill_n(bins, digit.mask + 1, 0u);
#pragma GCC unroll 4
    for (uint32_t i = 0; i < count; ++i) ++bins[digit.of_key(from.key(i))];
}

template <class From, class To, class Digit>
void scatter(From from, To to, uint32_t count, Digit digit, uint32_t* offsets) {
#pragma GCC unroll 4
    for (uint32_t i = 0; i < count; ++i) {
        const auto word = from.load(i);
        to.store(offsets[digit(word)]++, word);
    }
}

template <class From, class To>
void copy_pairs(From from, To to, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) to.store(i, from.load(i));
}

/// Destination of the last pass: the output directly, or scratch and from there in one sweep. The latter is
/// used where the output is not in the core's cache (measured twice as fast there at 1Mi pairs, a sixth
/// slower within the cache).
enum class LastPass { direct, swept };

/// The last pass. `spare` is words of scratch that `from` does not use.
template <class Word, class To, class Digit>
void scatter_last(Word* from, Word* spare, To to, uint32_t count, Digit digit, uint32_t* offsets,
                  LastPass last) {
    const WordPairs words{from};
    if (last == LastPass::direct) return scatter(words, to, count, digit, offsets);
    scatter(words, WordPairs{spare}, count, digit, offsets);
    copy_pairs(WordPairs{spare}, to, count);
}

/// Moves back the pairs that stand behind a greater key: insertion where a vector look at 16 keys finds a
/// descent. False, with equal keys still in order, when that would move more than `budget` places.
template <class Where, class Bits>
bool mend(Where where, uint32_t count, Bits bits, uint64_t budget) {
    constexpr uint32_t kLook = 16;
    uint64_t moved = 0;
    for (uint32_t begin = 1; begin < count; begin += kLook) {
        const uint32_t end = std::min(begin + kLook, count);
        if (end - begin == kLook) {
            uint32_t descends = 0;
            for (uint32_t i = begin; i < begin + kLook; ++i)
                descends |= bits(where.key(i - 1)) > bits(where.key(i)) ? 1u : 0u;
            if (descends == 0) continue;
        }
        for (uint32_t i = begin; i < end; ++i) {
            const auto key = bits(where.key(i));
            if (bits(where.key(i - 1)) <= key) continue;
            const auto word = where.load(i);
            uint32_t place = i;
            for (; place > 0 && bits(where.key(place - 1)) > key; --place)
                where.store(place, where.load(place - 1));
            where.store(place, word);
            moved += i - place;
            if (moved > budget) return false;
        }
    }
    return true;
}

/// The digits that cover a range, the lowest first.
template <class Key, class Bits>
struct AllDigits {
    RangeDigit<Key, Bits> digits[kMaxPasses<Key>];
    int count = 0;

    /// Keys of 32 bits: three. Of 64 bits: as few as cover the range, or, where those are fewer, the bits in which the
    /// keys differ: a tile and a depth, or two indices, leave bits between that all keys share.
    AllDigits(Bits bits, KeyRange<Key> range) {
        const int fewest = sizeof(Key) == 4 ? 3 : (range.width() + kDigitBits - 1) / kDigitBits;
        if (sizeof(Key) == 8) {
            for (Key left = range.differing; left != 0 && count <= fewest;) {
                const int shift = std::countr_zero(left);
                const int width = std::min<int>(kDigitBits, static_cast<int>(std::bit_width(left)) - shift);
                if (count < fewest) digits[count] = {bits, 0, shift, (1u << width) - 1};
                ++count;
                left &= ~(Key{kBins - 1} << shift);
            }
            if (count > 0 && count <= fewest) return;
        }
        const int width = (range.width() + fewest - 1) / fewest;
        for (count = 0; count < fewest; ++count)
            digits[count] = {bits, range.least, range.begin + count * width, (1u << width) - 1};
    }
};

/// `from` may be b or `to`.
template <class Key, class From, class To, class Bits, class Trace>
void sort_all_digits(From from, WordOf<Key>* a, WordOf<Key>* b, To to, uint32_t count,
                     const AllDigits<Key, Bits>& all, Counters<Key>& counters, LastPass last, Trace& trace) {
    trace.recount();
    for (int pass = 0; pass < all.count; ++pass) {
        count_digit(from, count, all.digits[pass], counters[pass]);
        trace.counted(all.digits[pass], counters[pass]);
        to_offsets(counters[pass], all.digits[pass].mask + 1);
    }
    scatter(from, WordPairs{a}, count, all.digits[0], counters[0]);
    trace.scattered(all.digits[0], WordPairs{a});
    if (all.count == 1) return copy_pairs(WordPairs{a}, to, count);
    const int end = all.count - 1;
    for (int pass = 1; pass < end; ++pass) {
        scatter(WordPairs{a}, WordPairs{b}, count, all.digits[pass], counters[pass]);
        trace.scattered(all.digits[pass], WordPairs{b});
        std::swap(a, b);
    }
    scatter_last(a, b, to, count, all.digits[end], counters[end], last);
    trace.scattered(all.digits[end], to);
}

/// Sorts `count` pairs of `from`, whose keys lie in `range`, to `to`, which may be the same place. `a` and
/// `b` are scratch for as many words each; `from` may be a. Returns the digits that it sorted by.
template <class Key, class From, class To, class Bits, class Trace = NoTrace>
int sort_local(From from, WordOf<Key>* a, WordOf<Key>* b, To to, uint32_t count, Bits bits,
               KeyRange<Key> range, Counters<Key>& counters, LastPass last, Trace&& trace = {}) {
    using Digit = RangeDigit<Key, Bits>;
    using Word = WordOf<Key>;
    const int width = range.width();
    if (width == 0) {
        copy_pairs(from, to, count);
        return 0;
    }
    if (count <= kFewPairs) {
        copy_pairs(from, WordPairs{a}, count);
        mend(WordPairs{a}, count, bits, uint64_t{count} * count);
        trace.fixed("insertion", WordPairs{a});
        copy_pairs(WordPairs{a}, to, count);
        return 1;
    }
    const int digit_bits = std::min<int>(kDigitBits, (std::bit_width(count) + kMoreDigitBits<Key>) / 2);
    if (width <= digit_bits) {
        const Digit digit{bits, range.least, range.begin, (1u << width) - 1};
        count_digit(from, count, digit, counters[0]);
        trace.counted(digit, counters[0]);
        to_offsets(counters[0], 1u << width);
        scatter(from, WordPairs{b}, count, digit, counters[0]);
        trace.scattered(digit, WordPairs{b});
        copy_pairs(WordPairs{b}, to, count);
        return 1;
    }

    const bool exact = width <= 2 * digit_bits;
    if (sizeof(Key) == 8 && !exact) {
        const AllDigits<Key, Bits> all(bits, range);
        if (all.count <= 2) {
            sort_all_digits<Key>(from, b, a, to, count, all, counters, last, trace);
            return all.count;
        }
    }
    const int upper = exact ? width - width / 2 : digit_bits, lower = exact ? width / 2 : digit_bits;
    const int shift = range.end - upper - lower;  // range.begin when exact
    const Digit low{bits, range.least, shift, (1u << lower) - 1};
    const Digit high{bits, range.least, shift + lower, (1u << upper) - 1};
    uint32_t *low_bins = counters[0], *high_bins = counters[1];
    std::fill_n(low_bins, 1u << lower, 0u);
    std::fill_n(high_bins, 1u << upper, 0u);
#pragma GCC unroll 4
    for (uint32_t i = 0; i < count; ++i) {
        const auto both = static_cast<uint32_t>((bits(from.key(i)) - range.least) >> shift);
        ++low_bins[both & low.mask];
        ++high_bins[both >> lower];
    }
    trace.counted(low, low_bins);
    trace.counted(high, high_bins);
    const uint64_t low_squares = to_offsets(low_bins, 1u << lower);
    const uint64_t high_squares = to_offsets(high_bins, 1u << upper);
    const int rest = shift - range.begin;
    const auto by_all = [&](auto where, Word* first, Word* second) {
        const AllDigits<Key, Bits> all(bits, range);
        sort_all_digits<Key>(where, first, second, to, count, all, counters, last, trace);
        return all.count;
    };
    // The pairs are in order by `passes` digits, and mostly by what is below them, too.
    const auto fixed = [&](int passes) {
        const bool whole = mend(to, count, bits, uint64_t{4} * count);
        trace.fixed("fix", to);
        return whole ? passes : by_all(to, a, b);
    };
    if (exact || leave_few_moves(low_squares, high_squares, count)) {
        scatter(from, WordPairs{b}, count, low, low_bins);
        trace.scattered(low, WordPairs{b});
        scatter_last(b, a, to, count, high, high_bins, last);
        trace.scattered(high, to);
        return exact ? 2 : fixed(2);
    }
    if (sizeof(Key) == 4 && rest > kDigitBits) return by_all(from, b, a);
    const int third = std::min(rest, kDigitBits);
    const Digit lowest{bits, range.least, shift - third, (1u << third) - 1};
    count_digit(from, count, lowest, counters[2]);
    trace.counted(lowest, counters[2]);
    const uint64_t squares = to_offsets(counters[2], 1u << third);
    if (third < rest && !leave_few_moves(low_squares, high_squares, squares, count))
        return by_all(from, b, a);
    scatter(from, WordPairs{b}, count, lowest, counters[2]);
    trace.scattered(lowest, WordPairs{b});
    scatter(WordPairs{b}, WordPairs{a}, count, low, low_bins);
    trace.scattered(low, WordPairs{a});
    scatter_last(a, b, to, count, high, high_bins, last);
    trace.scattered(high, to);
    return third == rest ? 3 : fixed(3);
}

}  // namespace sort::cpu
