// What the colour of a body says. Apart from the renderer, so that CUDA files can read it without GLM.
#pragma once

namespace app {

enum class Colour { kind, rank, shift, pairs, speed };  // keys 1 2 5 7 8
inline constexpr const char* kColourNames[] = {"kind", "rank", "shift", "pairs", "speed"};

}  // namespace app
