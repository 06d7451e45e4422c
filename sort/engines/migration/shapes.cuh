// What the parts of a migration agree on: pairs on their way, borders of tiles, sizes.
#pragma once
#include <cstring>

#include "sort/cuda/block.cuh"
#include "sort/key_bits.h"
#include "sort/stage.h"

namespace sort::migration {

/// A pair on its way to another tile, or to another place of its own.
struct alignas(16) Migrant {
    uint64_t key;  // the key's own bits
    uint32_t place, value;
};

/// Where a tile begins: bits of a key that are sorted by, and a place. Word: an unsigned integer as wide as a key.
template <class Word>
struct TileBorder {
    Word key;
    uint32_t place;
};

template <class Word>
__device__ bool operator<(const TileBorder<Word>& a, const TileBorder<Word>& b) {
    return a.key < b.key || (a.key == b.key && a.place < b.place);
}

/// Bits of a key as a number, and back.
template <class Key>
__device__ uint64_t raw_bits(Key key) {
    KeyWord<Key> word;
    memcpy(&word, &key, sizeof word);
    return word;
}
template <class Key>
__device__ Key key_of_raw(uint64_t from) {
    const auto word = static_cast<KeyWord<Key>>(from);
    Key key;
    memcpy(&key, &word, sizeof key);
    return key;
}

/// Tiles of up to kTilePairs pairs; up to kMostIncoming migrate into one, of them kMostStrays of its own.
/// kSortsOftenOf: tiles that have to be sorted are the rule, not the exception.
template <class KeyOf, uint32_t kThreadsOf, uint32_t kTileItemsOf, bool kSortsOftenOf = false>
struct MigrationShape {
    using Key = KeyOf;
    using Word = KeyWord<Key>;
    using Border = TileBorder<Word>;
    static constexpr uint32_t kThreads = kThreadsOf, kTileItems = kTileItemsOf, kWarps = kThreads / 32;
    static constexpr uint32_t kTilePairs = kThreads * kTileItems, kRows = kTilePairs / 32;
    static constexpr uint32_t kMostIncoming = kThreads, kMostStrays = kSortsOftenOf ? 16 : 96;
    static constexpr uint32_t kReach =
        2 * kThreads;  // places that the output of a tile may begin away from it, in place
    static constexpr uint32_t kLeastTile = 512;
    static constexpr bool kSortsOften = kSortsOftenOf;
    static_assert(kMostIncoming <= kThreads, "a thread each");
    static_assert(kTileItems <= 32, "a lane a row of its warp");
};

/// Which of a tile's slots, one a pair, are whose: a warp has `each` neighbouring rows of 32.
template <class Shape>
struct TileRows {
    uint32_t each, length;  // pairs of the tile

    __device__ TileRows(uint32_t tile_pairs, uint32_t length)
        : each((tile_pairs + Shape::kThreads - 1) / Shape::kThreads),
          length(length),
          own_(32 * own_warp() * each + own_lane()),
          left_(length > own_ ? min(length - own_, 32 * each) : 0) {}

    __device__ uint32_t row(uint32_t k) const { return own_warp() * each + k; }
    __device__ uint32_t slot(uint32_t k) const { return own_ + 32 * k; }
    __device__ bool has(uint32_t k) const { return 32 * k < left_; }

    /// Lanes of row k of this warp that are slots of the tile. All lanes call `lanes`, for one row.
    __device__ uint32_t lanes(uint32_t k) const { return __ballot_sync(kAllLanes, has(k)); }
    __device__ uint32_t lanes_of(uint32_t k) const {
        const uint32_t first = 32 * row(k), left = length > first ? length - first : 0;
        return left >= 32 ? ~0u : (1u << left) - 1;
    }

private:
    uint32_t own_, left_;  // this lane's first slot; slots from there to its last
};

}  // namespace sort::migration
