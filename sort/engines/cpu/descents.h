// Which pairs of a nearly sorted input have to be removed so that the remainder is in order: both ends of
// every descent, and on both sides of it as many more as are still in disorder. After Cook and Kim 1980
// ("best sorting algorithm for nearly sorted lists"). Example: 1 4 2 3 5: 4 and 2 go, 1 3 5 stay.
#pragma once
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "sort/base/tiles.h"
#include "sort/engines/cpu/words.h"
#include "sort/key_bits.h"

namespace sort::cpu {

/// Places begin .. end - 1.
struct Span {
    uint32_t begin, end;

    uint32_t count() const { return end - begin; }
};

/// Write the places below `last` from `first` on whose key is above the next one's, and stop soon after
/// `most` of them; return how many. `places` has room for last - first.
uint32_t list_descents(const uint32_t* keys, uint32_t first, uint32_t last, KeyBits bits, uint32_t most,
                       uint32_t* places);
uint32_t list_descents(const uint64_t* keys, uint32_t first, uint32_t last, WideKeyBits bits, uint32_t most,
                       uint32_t* places);
uint32_t list_descents(const uint64_t* keys, uint32_t first, uint32_t last, DoubleKeyBits bits, uint32_t most,
                       uint32_t* places);

/// Returns the most pairs to remove. With more, a full sort is as fast, since one thread brings them in. Measured on
/// two cores against cpu-radix: 128Ki pairs with 1 and 3 % teleported 2.1 and 1.1 times as fast, 1Mi 1.1 and 0.7.
inline uint32_t most_misplaced(uint32_t count) { return std::min(count / 32, count / 128 + (1u << 13)); }

class Descents {
public:
    explicit Descents(uint32_t capacity) : places_(capacity), in_chunk_(capacity / kChunkKeys + 1) {
        taken_out_.reserve(most_misplaced(capacity) / 2 + 1);
    }

    static size_t bytes(uint32_t capacity) {
        return (size_t{capacity} + capacity / kChunkKeys + 1) * sizeof(uint32_t) +
               (most_misplaced(capacity) / 2 + 1) * sizeof(Span);
    }

    /// Finds the stretches of places to take out, ascending and apart, kept pairs between them. Returns how
    /// many pairs they hold, or kTooMany when that is more than `most`.
    template <class Key, class Bits>
    uint32_t find(const Key* keys, uint32_t count, Bits bits, uint32_t most, bool parallel);

    static constexpr uint32_t kTooMany = 0xffffffffu;

    const std::vector<Span>& taken_out() const { return taken_out_; }

private:
    static constexpr uint32_t kChunkKeys = 1u << 15;

    /// Takes out the ends of the descent at `place`, and on until what is left and right of them is in order,
    /// or more than `most`. Returns how many.
    template <class Key, class Bits>
    uint32_t take_out(const Key* keys, uint32_t count, Bits bits, uint32_t most, uint32_t place);

    Memory<uint32_t> places_;         // a chunk's descents begin at its first place
    std::vector<uint32_t> in_chunk_;  // how many each has
    std::vector<Span> taken_out_;
};

template <class Key, class Bits>
uint32_t Descents::find(const Key* keys, uint32_t count, Bits bits, uint32_t most, bool parallel) {
    const uint32_t chunk_keys = parallel ? kChunkKeys : count, chunks = tile_count(count, chunk_keys);
    std::fill_n(in_chunk_.begin(), chunks, 0u);
    std::atomic<uint32_t> found{0};
    const auto list = [&](uint32_t chunk) {
        const uint32_t first = chunk * chunk_keys, last = first + std::min(count - 1 - first, chunk_keys);
        if (found.load(std::memory_order_relaxed) > most) return;
        in_chunk_[chunk] = list_descents(keys, first, last, bits, most, places_.data() + first);
        found.fetch_add(in_chunk_[chunk], std::memory_order_relaxed);
    };
    if (parallel) {
        tbb::parallel_for(0u, chunks, list);
    } else {
        list(0);
    }
    if (found.load() > most) return kTooMany;

    taken_out_.clear();
    uint32_t total = 0;
    for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
        const uint32_t* const places = places_.data() + size_t{chunk} * chunk_keys;
        for (uint32_t k = 0; k < in_chunk_[chunk]; ++k) {
            const uint32_t settled = taken_out_.empty() ? 0 : taken_out_.back().end;
            if (places[k] >= settled) total += take_out(keys, count, bits, most, places[k]);
            if (total > most) return kTooMany;
        }
    }
    return total;
}

template <class Key, class Bits>
uint32_t Descents::take_out(const Key* keys, uint32_t count, Bits bits, uint32_t most, uint32_t place) {
    Span span{place, place + 2};
    uint32_t taken = 2;
    while (taken <= most) {
        if (!taken_out_.empty() && taken_out_.back().end == span.begin) {
            span.begin = taken_out_.back().begin;
            taken_out_.pop_back();
            continue;
        }
        if (span.begin == 0 || span.end == count) break;
        if (bits(keys[span.begin - 1]) <= bits(keys[span.end])) break;
        --span.begin;
        ++span.end;
        taken += 2;
    }
    taken_out_.push_back(span);
    return taken;
}

}  // namespace sort::cpu
