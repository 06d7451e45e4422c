// What the engines of Ha, Krueger and Silva 2009 and their models both go by: bits a pass, the tiles there is
// code for, variants. No CUDA here.
#pragma once
#include <span>

#include "sort/base/tiles.h"
#include "sort/engines/cuda_texts.h"
#include "sort/registry.h"

namespace sort::ha {

inline constexpr const char* kPaper = kHaAutoText.paper;

// The usual one first, that of lessons last; before it that of the paper. A thread of sixteenway counts in 4 bits: at most 15 pairs.
inline constexpr TileShape kTiles[] = {{256, 8}, {128, 8}, {512, 8}, {256, 4}, {256, 16}, {128, 2}, {32, 1}};
inline constexpr TileShape kSixteenwayTiles[] = {{256, 8},  {128, 8}, {512, 8}, {256, 4},
                                                 {256, 12}, {128, 2}, {32, 1}};

inline constexpr const char* kVariants[] = {"no-shuffle", "cluster-map"};

/// How a pass writes its pairs: straight from where they lie, from the shuffled tile by each pair's digit, or from the
/// shuffled tile digit by digit (algorithm 4).
enum class Mapping { no_shuffle, by_pair, by_cluster };

inline Mapping mapping_of(const EngineConfig& config) {
    return config.variant == kVariants[0]   ? Mapping::no_shuffle
           : config.variant == kVariants[1] ? Mapping::by_cluster
                                            : Mapping::by_pair;
}

/// Description of one of the three engines.
struct Ways {
    const char* name;
    const char* sentence;
    int digit_bits;
    std::span<const TileShape> tiles;
};

inline constexpr Ways kFourway{
    "fourway",
    "2 bits per pass: order check, packed 4-way count with exchange in the tile, scan, coalesced map", 2,
    kTiles};
inline constexpr Ways kEightway{
    "eightway",
    "3 bits per pass: order check, packed 8-way count with exchange in the tile, scan, coalesced map", 3,
    kTiles};
inline constexpr Ways kSixteenway{
    "sixteenway",
    "4 bits per pass: order check, packed 16-way count with exchange in the tile, scan, coalesced map", 4,
    kSixteenwayTiles};

}  // namespace sort::ha
