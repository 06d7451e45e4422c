// What both halves of a migration know of its tiles: how pairs are cut into them, where each begins, what is noted of it.
#pragma once
#include "sort/base/tiles.h"
#include "sort/engines/migration/shapes.cuh"

namespace sort::migration {

/// Words of one migration; 0 when it begins.
struct MigrationWords {
    uint32_t failed;   // in the first half
    uint32_t too_far;  // output would reach too far; another word, as blocks still read the first one then
    uint32_t movers;
    uint32_t taken;   // tiles that blocks took one by one
    uint32_t sorted;  // tiles that had to be
};

/// Device memory for migrations of so many tiles, of keys as wide as Word. Nothing need be cleared.
template <class Word>
struct MigrationLists {
    TileBorder<Word>* borders;  // [tile]: where it begins; that of the first is not read
    Migrant* inboxes;           // [tile][kMostIncoming]
    Word* saved_keys;           // [block][kReach]: of the last pairs that it has
    uint32_t* saved_values;
    uint32_t* incoming;  // [tile]
    uint32_t* homes;     // [tile]: pairs that stay; kUnordered: they are not in order
    uint32_t* rows;      // [tile][Shape::kRows]: a bit a pair that stays

    template <class Shape>
    static constexpr size_t words_of_tile() {  // of the last three
        return 2 + Shape::kRows;
    }
};

constexpr uint32_t kUnordered = 1u << 31;

/// The pairs, and their cut into tiles.
template <class Shape>
struct TileCut {
    using Key = typename Shape::Key;
    using Word = typename Shape::Word;
    using Border = typename Shape::Border;

    KeyPairs<Key> from;
    KeyBitsOf<Key> bits;
    MigrationLists<Word> lists;
    uint32_t tile_pairs, tiles;

    __device__ TileCut(KeyPairs<Key> from, KeyBitsOf<Key> bits, const MigrationLists<Word>& lists)
        : from(from), bits(bits), lists(lists) {
        const uint32_t share = (tile_count(from.count, gridDim.x) + 31) / 32 * 32;
        tile_pairs = min(max(share, Shape::kLeastTile), Shape::kTilePairs);
        tiles = tile_count(from.count, tile_pairs);
    }

    __device__ uint32_t length_of(uint32_t tile) const {
        return min(tile_pairs, from.count - tile * tile_pairs);
    }
    __device__ TileRows<Shape> rows_of(uint32_t tile) const { return {tile_pairs, length_of(tile)}; }

    /// Returns where a tile begins, and the last one ends.
    __device__ Border border(uint32_t tile) const {
        if (tile == 0) return {0, 0};
        if (tile >= tiles) return {~Word{0}, ~0u};
        const Border* const at = lists.borders + tile;
        return {__ldcg(&at->key), __ldcg(&at->place)};
    }
};

}  // namespace sort::migration
