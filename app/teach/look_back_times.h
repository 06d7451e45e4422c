// Decoupled look-back against time, for tiles that all begin at once. In each unit of time a tile does one thing: it
// counts, or it reads one earlier tile. Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back" (2016); what each tile reads depends on the device there, and on one slow tile here.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct LookBackTimes {
    /// nothing: not yet published. counts: the tile's own. total: of all tiles up to it.
    enum State : uint8_t { nothing, counts, total };
    struct Moment {
        State state = nothing;  // after this unit of time
        int reads = -1;         // the tile that it has read; -1: none
        bool waits = false;     // it found nothing there, and reads it again
    };
    std::vector<std::vector<Moment>> times;  // times[time][tile], until all have a total
    std::vector<uint32_t> lengths;           // of each tile: how many others it has added
    uint32_t waits = 0;                      // reads that found nothing, of all tiles
};

constexpr uint32_t kLookBackTiles = 16, kSlowUnits = 8;

/// `slow` counts kSlowUnits longer than the others; -1: none does. Tiles: 1 and more.
LookBackTimes look_back_times(uint32_t tiles, int slow);

/// Returns "16 tiles at once, tile 3 slow: each adds 2.3 others on average, at most 9; 14 reads found nothing"
std::string look_back_summary(const LookBackTimes& times, int slow);

}  // namespace app
