// The numbers of a lesson: what makes a pass of a sort cheap or dear, counted from the keys and from where
// each pair went. Plain functions of a few words; app/teach/lesson.cpp puts them beside the stages.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace app {

/// Threads of a warp of a GPU, and 32-bit words of a sector: what one write of a warp is cut into. Lessons may
/// count with smaller warps (LessonSetup::warp_threads), so that a small tile has several.
constexpr uint32_t kWarpThreads = 32;
constexpr uint32_t kSectorWords = 8;

/// Keys greater than the next. 3 1 2 2 0 has 2.
uint32_t descents(std::span<const uint32_t> keys);

/// Returns from[place] = where the pair that is at `place` after a stage was before it, by the pairs' values.
/// Empty unless both are the numbers 0 .. n-1 in some order: then there is no telling.
std::vector<uint32_t> places_before(std::span<const uint32_t> values_before,
                                    std::span<const uint32_t> values_after);

/// to[from[place]] = place: where each pair goes.
std::vector<uint32_t> inverse(std::span<const uint32_t> from);

/// Runs of neighbours with the same digit; a tile's border ends a run too. 0 0 1 | 1 2 2 has 4.
uint32_t same_digit_runs(std::span<const uint32_t> digits, uint32_t tile_pairs);

/// Returns how many 32-byte sectors each warp writes when thread t of all threads writes one word at to[t].
std::vector<uint32_t> sectors_of_warps(std::span<const uint32_t> to, uint32_t warp_threads = kWarpThreads);

/// Writes of a scattering stage: same-digit runs and sectors of each warp.
struct Written {
    uint32_t runs = 0;
    std::vector<uint32_t> sectors;

    uint32_t all_sectors() const;
};

/// The pairs of a pass go to places to[i], those of a tile written by the digit, as the exchange in the tile
/// leaves them, or, with `exchanged` false, in the order in which they came. `digits` is in that order, too.
Written written(std::span<const uint32_t> digits, std::span<const uint32_t> to, uint32_t tile_pairs,
                bool exchanged, uint32_t warp_threads = kWarpThreads);

/// Returns a number with one decimal.
std::string fixed(double value);

/// Returns the word as a number with that many decimals: 607 with one is "60.7".
std::string decimal(uint32_t word, int decimals);

}  // namespace app
