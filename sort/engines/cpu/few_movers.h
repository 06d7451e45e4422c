// Repairs a short input with few pairs out of order: both pairs of every descent are movers, what stays is in
// order, and the movers, sorted, are merged with it. Ascending by (key, place before), so the result is that
// of a stable sort whatever was taken for a mover. After Cook and Kim 1980 ("best sorting algorithm for
// nearly sorted lists").
//
// 16 n bytes read and written, 32 n of scratch. 1 4 2 3 5: 4 and 2 are movers, 1 3 5 stays; 1 2 3 4 5.
#pragma once
#include <algorithm>

#include "sort/engines/cpu/words.h"
#include "sort/sorter.h"

namespace sort::cpu {

/// More than one pair in so many: a full sort is as fast.
inline constexpr uint32_t kPairsAMover = 16;

struct FewMovers {
    bool repaired;
    uint32_t movers, max_shift;
};

/// The pairs are in order afterwards, or, with more movers than pays, as they were. `kept` and `out` have
/// room for `pairs.count` words each.
template <class Bits>
FewMovers repair_few_movers(Pairs pairs, Bits bits, uint64_t* kept, uint64_t* out) {
    const uint32_t most = pairs.count / kPairsAMover;
    uint64_t* const movers = out;  // at its end later
    uint32_t kept_count = 0, mover_count = 0;
    for (uint32_t i = 0; i < pairs.count; ++i) {
        const uint64_t word = word_of(bits(pairs.keys[i]), i);
        if (kept_count == 0 || kept[kept_count - 1] < word) {
            kept[kept_count++] = word;
            continue;
        }
        if (mover_count + 2 > most) return {false, 0, 0};
        movers[mover_count++] = kept[--kept_count];
        movers[mover_count++] = word;
    }
    std::sort(movers, movers + mover_count);

    // Merge from the end, so that the movers are read before their places are written.
    uint32_t left_kept = kept_count, left_movers = mover_count, max_shift = 0;
    for (uint32_t place = pairs.count; place-- > 0;) {
        const bool from_movers =
            left_movers > 0 && (left_kept == 0 || movers[left_movers - 1] > kept[left_kept - 1]);
        const uint64_t word = from_movers ? movers[--left_movers] : kept[--left_kept];
        const uint32_t before = value_of(word);
        out[place] = word;
        max_shift = std::max(max_shift, before < place ? place - before : before - place);
    }

    // What a word holds of its pair is the bits that are sorted by: fetch the pair itself.
    const SplitPairs split{pairs.keys, pairs.values};
    for (uint32_t i = 0; i < pairs.count; ++i) kept[i] = split.load(i);
    for (uint32_t i = 0; i < pairs.count; ++i) split.store(i, kept[value_of(out[i])]);
    return {true, mover_count, max_shift};
}

}  // namespace sort::cpu
