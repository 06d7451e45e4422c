// What the colour of a body says: flags and scene files name it, the renderer draws it, CUDA files read it.
#pragma once
#include <algorithm>
#include <iterator>
#include <string_view>

namespace app {

// Keys 1 to 8, 0 and Shift+0.
enum class Colour { kind, rank, digit, tile, shift, disorder, pairs, speed, depth, asleep };
inline constexpr Colour kAllColours[] = {Colour::kind,  Colour::rank,     Colour::digit, Colour::tile,
                                         Colour::shift, Colour::disorder, Colour::pairs, Colour::speed,
                                         Colour::depth, Colour::asleep};
inline constexpr const char* kColourNames[] = {"kind",     "rank",  "digit", "tile",  "shift",
                                               "disorder", "pairs", "speed", "depth", "asleep"};

/// Returns whether the colour shows a property of the last step's sort.
inline bool shows_sort(Colour colour) {
    return colour == Colour::digit || colour == Colour::tile || colour == Colour::disorder;
}

/// Returns the colour with a name of the list.
inline Colour colour_named(std::string_view name) {
    return static_cast<Colour>(std::find(std::begin(kColourNames), std::end(kColourNames), name) -
                               std::begin(kColourNames));
}

/// Values at the ends of the palettes. They follow the bodies, so that colours differ where bodies differ.
struct ColourScales {
    float speed_m_s = 10;
    float shift = 1000, pairs = 20;  // places; pairs per body

    bool operator==(const ColourScales&) const = default;
};

}  // namespace app
