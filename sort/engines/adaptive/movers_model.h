// Pairs that the repair by movers removes (tile_remainder.cuh), tile by tile with plain loops: for lessons,
// and to test the kernels. No CUDA here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sort::adaptive {

/// Places that a tile reads beyond either end, and rounds of removal before it gives up.
struct RestPolicy {
    uint32_t tile_pairs, reach, most_removed;  // of a tile
    uint32_t most_rounds = 16;
};

/// One tile of the input with the pairs that it sees beyond its ends, from which pairs are removed until the
/// remainder ascends.
class RestModel {
public:
    /// `keys`: all of the input, with the bits that are sorted by.
    RestModel(std::span<const uint32_t> keys, uint32_t tile, const RestPolicy& policy)
        : keys_(keys),
          policy_(policy),
          begin_(tile * policy.tile_pairs),
          end_(std::min<uint32_t>(size(), begin_ + policy.tile_pairs)),
          low_(begin_ > policy.reach ? begin_ - policy.reach : 0),
          high_(std::min<uint32_t>(size(), end_ + policy.reach)),
          removed_(keys.size()) {}

    /// rounds[place] = the round, from 1 on, in which the pair of this tile is removed. False where it gives up.
    bool remove(std::vector<uint32_t>& rounds) {
        std::vector<uint32_t> marked;
        for (uint32_t i = low_; i + 1 < high_; ++i) {
            if (keys_[i] > keys_[i + 1]) mark(i, i + 1, marked);
        }
        uint32_t own = 0;
        for (uint32_t round = 1; !marked.empty(); ++round) {
            for (const uint32_t i : marked) {
                if (!removed_[i] && i >= begin_ && i < end_) ++own, rounds[i] = round;
                removed_[i] = true;
            }
            if (own > policy_.most_removed || round > policy_.most_rounds) return false;
            std::vector<uint32_t> again;
            for (const uint32_t i : marked) {
                const auto greater = before(i), smaller = after(i);
                if (greater && smaller && keys_[*greater] > keys_[*smaller]) mark(*greater, *smaller, again);
            }
            marked = again;
        }
        return true;
    }

private:
    uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }

    /// Returns the index of the nearest key of the remainder before i that this tile sees; none: there is no such key.
    std::optional<uint32_t> before(uint32_t i) const {
        while (i-- > low_) {
            if (!removed_[i]) return i;
        }
        return std::nullopt;
    }
    std::optional<uint32_t> after(uint32_t i) const {
        while (++i < high_) {
            if (!removed_[i]) return i;
        }
        return std::nullopt;
    }

    /// Appends to `marked` the one of two neighbours in the remainder that fits less, or both.
    void mark(uint32_t greater, uint32_t smaller, std::vector<uint32_t>& marked) const {
        const auto next = after(smaller), previous = before(greater);
        if (!next || keys_[greater] <= keys_[*next]) return marked.push_back(smaller);
        marked.push_back(greater);
        if (previous && keys_[*previous] > keys_[smaller]) marked.push_back(smaller);
    }

    std::span<const uint32_t> keys_;
    RestPolicy policy_;
    uint32_t begin_, end_, low_, high_;
    std::vector<bool> removed_;
};

/// Returns for each pair of the input the round in which it is removed, 0: it stays; none if a tile gives up,
/// or if the remainder does not ascend: tiles came to different results.
inline std::optional<std::vector<uint32_t>> removal_rounds(std::span<const uint32_t> keys,
                                                           const RestPolicy& policy) {
    const auto count = static_cast<uint32_t>(keys.size());
    std::vector<uint32_t> rounds(count);
    for (uint32_t tile = 0; tile * policy.tile_pairs < count; ++tile) {
        if (!RestModel(keys, tile, policy).remove(rounds)) return std::nullopt;
    }
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (rounds[i] != 0) continue;
        if (keys[i] < last) return std::nullopt;
        last = keys[i];
    }
    return rounds;
}

}  // namespace sort::adaptive
