// What the steps of the model of bucketsort share: the scratch pairs, samples of the keys, and stable moves
// of pairs by tables [tile][bin].
#pragma once
#include <algorithm>
#include <vector>

#include "sort/base/digits.h"
#include "sort/sorter.h"

namespace sort::bucketsort {

class ModelMoves : public Sorter {
public:
    uint32_t capacity() const override { return capacity_; }

protected:
    using Words = std::vector<uint32_t>;

    ModelMoves(uint32_t capacity, uint32_t tile_pairs)
        : buckets_(capacity),
          capacity_(capacity),
          tile_pairs_(tile_pairs),
          keys_(capacity),
          values_(capacity) {}

    /// Returns the bytes of all pairs, read and written once.
    static uint64_t pair_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

    Pairs scratch(const Pairs& pairs) {
        return {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
    }

    static void copy(const Pairs& from, const Pairs& to) {
        std::copy_n(from.keys, from.count, to.keys);
        if (from.values) std::copy_n(from.values, from.count, to.values);
    }

    /// to[place(i)] = from[i].
    template <class Place>
    static void move(const Pairs& from, const Pairs& to, Place place) {
        for (uint32_t i = 0; i < from.count; ++i) {
            const uint32_t at = place(i);
            to.keys[at] = from.keys[i];
            if (from.values) to.values[at] = from.values[i];
        }
    }

    uint32_t sample(const Pairs& pairs, uint32_t number) const {
        constexpr uint32_t kGolden = 0x9e3779b1u;  // consecutive multiples cover 2^32 evenly
        return bits_(pairs.keys[uint64_t{number * kGolden} * pairs.count >> 32]);
    }

    /// counts[tile][bin], and the bin of each pair to buckets_.
    template <class Bin>
    void count_tiles(const Pairs& pairs, uint32_t bins, Bin bin) {
        std::fill(counts_.begin(), counts_.end(), 0u);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            buckets_[i] = bin(pairs.keys[i]);
            ++counts_[size_t{i / tile_pairs_} * bins + buckets_[i]];
        }
    }

    /// offsets[tile][bin]: all pairs of lower bins, and of this bin in the tiles before. Returns the pairs of
    /// the fullest bin of those that matter(bin) names.
    template <class Matters>
    uint32_t sum_counts(uint32_t tiles, uint32_t bins, Matters matters) {
        uint32_t sum = 0, fullest = 0;
        for (uint32_t bin = 0; bin < bins; ++bin) {
            const uint32_t start = sum;
            for (uint32_t tile = 0; tile < tiles; ++tile) {
                offsets_[size_t{tile} * bins + bin] = sum;
                sum += counts_[size_t{tile} * bins + bin];
            }
            if (matters(bin)) fullest = std::max(fullest, sum - start);
        }
        return fullest;
    }

    uint32_t sum_counts(uint32_t tiles, uint32_t bins) {
        return sum_counts(tiles, bins, [](uint32_t) { return true; });
    }

    void place(const Pairs& from, const Pairs& to, uint32_t bins) {
        Words next = offsets_;
        move(from, to, [&](uint32_t i) { return next[size_t{i / tile_pairs_} * bins + buckets_[i]]++; });
    }

    KeyBits bits_;
    Words buckets_;           // of each pair: the bin by which it was counted last
    Words counts_, offsets_;  // [tile][bin]

private:
    uint32_t capacity_, tile_pairs_;
    Words keys_, values_;  // the scratch
};

}  // namespace sort::bucketsort
