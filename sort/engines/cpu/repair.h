// The steps of a repair in windows: what follows each window's own sort (sort_local).
//
// Aligned windows of B pairs are sorted, then the second half of each and the first half of the next are
// merged. If no pair is more than B/2 places from where it belongs, all is in order (0-1 principle: around a
// threshold only 2D places are mixed, so at most one border of windows is among them). Whether it is, the
// check says: where two merged stretches meet, (key, place before) must rise. Inside a stretch it rises
// because both steps are stable, and as both only exchange places, no pair is lost or doubled: the check is
// exact whatever the guess was.
//
// Places is where the pairs are: order(i) compares them, key first; overtakes(right, left) does so for two
// that were in order before; pick_up(begin, count) and put_down(to, from) move them.
#pragma once
#include <algorithm>
#include <cstring>

#include "sort/engines/cpu/predict.h"
#include "sort/engines/cpu/radix_sort.h"

namespace sort::cpu {

/// A key and its place in the window, as sort_local reads it.
template <class Key>
struct PlacedKeys {
    const Key* keys;

    Key key(uint32_t i) const { return keys[i]; }
    WordOf<Key> load(uint32_t i) const { return word_of(keys[i], i); }
};

/// Destination of a window's sorted (key, place in the window): the pairs themselves, and the place of each
/// before the sort.
template <class Key>
struct WindowPairs {
    Key* keys;
    uint32_t* values;        // null: keys alone
    uint32_t* sources;       // places before the sort
    const uint32_t* before;  // the window's values
    uint32_t begin;          // of the window

    Key key(uint32_t i) const { return keys[i]; }
    WordOf<Key> load(uint32_t i) const { return word_of(keys[i], sources[i] - begin); }
    void store(uint32_t i, const WordOf<Key>& word) const {
        const uint32_t place = value_of(word);
        keys[i] = key_of(word);
        if (values) values[i] = before[place];
        sources[i] = begin + place;
    }
};

/// The caller's arrays and the places before.
template <class Key, class Bits>
struct RepairedPairs {
    Bits bits;
    Key* keys;
    uint32_t* values;
    uint32_t* sources;
    Key* held_keys;  // room for a window, as in the others
    uint32_t* held_values;
    uint32_t* held_sources;

    WordOf<Key> order(uint32_t i) const { return word_of(bits(keys[i]), sources[i]); }
    bool overtakes(uint32_t right, uint32_t left) const { return bits(keys[right]) < bits(keys[left]); }
    void pick_up(uint32_t begin, uint32_t count) const {
        std::copy_n(keys + begin, count, held_keys);
        if (values) std::copy_n(values + begin, count, held_values);
        std::copy_n(sources + begin, count, held_sources);
    }
    void put_down(uint32_t to, uint32_t from) const {
        keys[to] = held_keys[from];
        if (values) values[to] = held_values[from];
        sources[to] = held_sources[from];
    }
};

static_assert(kMostWindow / 2 + kMostWindow <= kSpareWords, "of a last window all takes part in a merge");

/// Merges [begin, middle) and [middle, end), each in order; `picks` has room for all. Only what is mixed is
/// touched.
template <class Places>
void merge_halves(Places places, uint32_t begin, uint32_t middle, uint32_t end, uint32_t* picks) {
    if (begin == middle || middle == end) return;
    const auto last = places.order(middle - 1), first = places.order(middle);
    if (last < first) return;
    // The first place in [from, to) whose pair is above `limit`.
    const auto above = [&](uint32_t from, uint32_t to, const auto& limit) {
        while (from < to) {
            const uint32_t half = from + (to - from) / 2;
            if (places.order(half) > limit) {
                to = half;
            } else {
                from = half + 1;
            }
        }
        return from;
    };
    begin = above(begin, middle, first);
    end = above(middle, end, last);
    // From both ends at once: two chains of comparisons, each waiting only for itself.
    const uint32_t count = end - begin;
    uint32_t left = begin, right = middle, low = 0;
    uint32_t left_end = middle, right_end = end, high = count;
    while (left < left_end && right < right_end && high - low >= 2) {
        const uint32_t first = places.overtakes(right, left) ? 1 : 0;
        picks[low++] = (first ? right : left) - begin;
        const uint32_t last = places.overtakes(right_end - 1, left_end - 1) ? 1 : 0;
        picks[--high] = (last ? left_end : right_end) - 1 - begin;
        right += first;
        left += 1 - first;
        left_end -= last;
        right_end -= 1 - last;
    }
    while (left < left_end && right < right_end)
        picks[low++] = (places.overtakes(right, left) ? right++ : left++) - begin;
    while (left < left_end) picks[low++] = left++ - begin;
    while (right < right_end) picks[low++] = right++ - begin;
    places.pick_up(begin, count);
    for (uint32_t i = 0; i < count; ++i) places.put_down(begin + i, picks[i]);
}

}  // namespace sort::cpu
