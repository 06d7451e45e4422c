// What the colour of a body says. Apart from the renderer, so that CUDA files can read it without GLM.
#pragma once

namespace app {

enum class Colour { kind, rank, shift, pairs, speed, depth, asleep };  // keys 1 2 5 7 8 0 Shift+0
inline constexpr Colour kAllColours[] = {Colour::kind,  Colour::rank,  Colour::shift, Colour::pairs,
                                         Colour::speed, Colour::depth, Colour::asleep};
inline constexpr const char* kColourNames[] = {"kind", "rank", "shift", "pairs", "speed", "depth", "asleep"};

}  // namespace app
