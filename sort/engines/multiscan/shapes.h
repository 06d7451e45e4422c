// What the engine multiscan and its model agree on: the tiles there are code for, when one block sorts alone,
// and how a traced sort spreads its tiles over blocks. No CUDA here.
#pragma once
#include <algorithm>
#include <string>

#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::multiscan {

inline constexpr const char* kSentence =
    "1 to 5 bits per pass: upsweep, scan, downsweep with composite flags; skips digits that all keys share";
inline constexpr const char* kPaper =
    "D. Merrill, A. Grimshaw: High Performance and Scalable Radix Sorting. "
    "Parallel Processing Letters, 2011; Revisiting Sorting for GPGPU Stream Architectures. 2010";

constexpr DigitBits kDigitBits{1, 5, 4};
constexpr TileShape kLessonTile{32, 1};
constexpr TileShape kTiles[] = {{512, 8}, {256, 8}, {256, 16}, kLessonTile};
constexpr const char* kVariants[] = {"bitonic-local", "separate-flags", "ballots", "twiddle"};

/// How the downsweep ranks the keys of a tile: composite flags, four digits a word, or a flag per digit.
enum class Flags { composite, separate, ballots };

constexpr uint32_t kGroupKeys = 8;  // at most, a thread counts before it widens
constexpr uint32_t group_keys(TileShape tile) { return std::min(tile.items, kGroupKeys); }

/// Words with four 8-bit counters each that a warp scans, for all digits of `digit_bits` bits.
constexpr uint32_t counter_words(int digit_bits) { return digit_bits <= 2 ? 1 : (1u << digit_bits) / 4; }

constexpr uint32_t kLeastLocalPairs = 256, kSmallLocalPairs = 1024,
                   kLocalPairs = 4096;  // what the local sorts hold
constexpr uint32_t kTracedBlocks = 4;
constexpr uint32_t kMaxBlocks = 4096;  // bounds the table of counts whatever the device

enum Path : uint32_t { kPasses = 0, kLocalSort = 1, kIfNode = 2 };

/// Configuration of the engine: an EngineConfig with the engine's own choices filled in.
struct Choice {
    int digit_bits;
    TileShape tile;
    bool bitonic;
    Flags flags;    // of a lesson's tile, and where arrays are traced, composite
    bool twiddles;  // sorts signed integers and floats, too

    explicit Choice(const EngineConfig& config)
        : digit_bits(config.digit_bits ? config.digit_bits : kDigitBits.usual),
          tile(config.tile.threads ? config.tile : kTiles[0]),
          bitonic(config.variant == kVariants[0]),
          flags(config.variant == kVariants[1]   ? Flags::separate
                : config.variant == kVariants[2] ? Flags::ballots
                                                 : Flags::composite),
          twiddles(config.variant == kVariants[3]) {}

    uint32_t bins() const { return 1u << digit_bits; }

    uint32_t tile_count(uint32_t pairs) const { return sort::tile_count(pairs, tile.pairs()); }

    /// Tiles of lessons are there to show the passes: they always make them.
    bool sorts_locally(uint32_t count) const {
        return tile.pairs() > kLessonTile.pairs() && count <= kLocalPairs;
    }
};

/// Engine::sorts_typed.
inline bool takes_typed_keys(const EngineConfig& config) { return Choice(config).twiddles; }

/// Returns the words of each array of packed counts in a traced sort of `count` pairs: counter_words per
/// group of keys.
inline uint32_t packed_words(uint32_t count, const Choice& choice) {
    return counter_words(choice.digit_bits) *
           tile_count(std::min(count, kTraceLimit), group_keys(choice.tile));
}

/// Blocks of the model's sort, and of one whose arrays are traced: the same on every machine. Traced sorts
/// use few; others about what fills a large device, 2^20 pairs at once.
inline uint32_t model_blocks(const Choice& choice, uint32_t count) {
    const uint32_t most =
        count <= kTraceLimit ? kTracedBlocks : std::min((1u << 20) / choice.tile.pairs(), kMaxBlocks);
    return std::min(choice.tile_count(count), most);
}

}  // namespace sort::multiscan
