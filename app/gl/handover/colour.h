// What the colour of a body says. Apart from the renderer, so that CUDA files can read it without GLM.
#pragma once
#include <cstdint>

namespace app {

enum class Colour { kind, rank, shift, pairs, speed, depth, asleep };  // keys 1 2 5 7 8 0 Shift+0
inline constexpr Colour kAllColours[] = {Colour::kind,  Colour::rank,  Colour::shift, Colour::pairs,
                                         Colour::speed, Colour::depth, Colour::asleep};
inline constexpr const char* kColourNames[] = {"kind", "rank", "shift", "pairs", "speed", "depth", "asleep"};

/// What stands at the end of a palette: it follows the scene, so that bodies differ in colour where they
/// differ.
struct ColourScales {
    float speed_m_s = 10;
    uint32_t shift_log2 = 10;  // shifts of 2^this - 1 places
    uint32_t pairs = 24;
};

}  // namespace app
