// What the engine adaptive and its model agree on: its ways, and how a lesson cuts its pairs. No CUDA here.
#pragma once
#include "sort/base/host_device.h"
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::adaptive {

inline constexpr const char* kSentence =
    "repairs nearly sorted input in windows and verifies it; otherwise a full sort";

/// Report.path in order.
inline constexpr const char* kPaths[] = {"in order", "windows", "full sort"};

/// A tile of the output, and how many places more on either side its window may have.
struct Cut {
    TileShape tile;
    uint32_t most_halo;
};

/// Of traced sorts, whatever the device, and of lessons: one warp with a pair a thread.
constexpr Cut kTraced{{512, 1}, 256}, kLesson{{32, 1}, 16};
constexpr TileShape kTiles[] = {kTraced.tile, kLesson.tile};

/// The halo of a call: a quarter more than the largest displacement that windows met in the one before. It
/// shrinks slowly.
HOST_DEVICE inline uint32_t halo_after(uint32_t max_shift, uint32_t halo, uint32_t tile_pairs,
                                       uint32_t most_halo) {
    uint32_t wish = max_shift + max_shift / 4 + tile_pairs / 16;
    if (wish < halo - halo / 8) wish = halo - halo / 8;
    return wish < 1 ? 1 : wish > most_halo ? most_halo : wish;
}

}  // namespace sort::adaptive
