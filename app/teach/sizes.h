// Sizes of a lesson: tiles, warps and digits small enough to be seen whole, where the model can do what kernels
// cannot, and what a GPU has instead.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/teach/lesson.h"

namespace app {

/// Sizes that a lesson is asked for, or has. 0: the usual one of the lesson, or none.
struct SizeChoice {
    uint64_t tile = 0;  // pairs
    uint64_t warp = 0;  // threads
    int digit_bits = 0;
};

/// Sizes that a lesson can have; empty: it shows none of that kind.
struct LessonSizeRange {
    std::vector<uint32_t> tiles, warps;  // powers of two, ascending
    std::vector<int> digit_bits;
    uint32_t usual_tile = 0, usual_warp = 0;
    bool tile_is_warp = false;  // a warp has as many threads as a tile has pairs
};

/// Returns what the lesson of that name can have; an unknown name has nothing.
LessonSizeRange size_range_of(const std::string& lesson);

/// Returns the tile and the warp that the lesson gets; a warp is no larger than the tile. Digit bits stay as they are
/// asked for. Throws BadUsage, with what would do: sizes that the lesson has not, or that do not fit each other.
SizeChoice checked_sizes(const std::string& lesson, const SizeChoice& asked);

/// Returns those of the sizes that the lesson can have, and 0 for the others: each alone, and the warp only as far as
/// it fits the tile.
SizeChoice known_sizes(const std::string& lesson, const SizeChoice& asked);

/// Returns "tiles of 4 pairs, 2,048 on the GPU; warps of 4 threads, 32 on the GPU": what only the model can have. "":
/// the kernels have it, too. `sizes` comes from checked_sizes().
std::string small_sizes_text(const std::string& lesson, const SizeChoice& sizes);

/// Returns a sentence of a model with the sizes of the lesson in the place of "{bits}" and the like.
std::string with_sizes(const char* sentence, const LessonSetup& setup);

}  // namespace app
