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

/// Whether it says something of the last step's sort.
inline bool shows_sort(Colour colour) {
    return colour == Colour::digit || colour == Colour::tile || colour == Colour::disorder;
}

/// Of a name that is in the list.
inline Colour colour_named(std::string_view name) {
    return static_cast<Colour>(std::find(std::begin(kColourNames), std::end(kColourNames), name) -
                               std::begin(kColourNames));
}

/// What stands at the ends of a palette: it follows the bodies, so that they differ in colour where they differ.
struct ColourScales {
    float speed_m_s = 10;
    float shift = 1000, pairs = 20;  // places; pairs per body

    bool operator==(const ColourScales&) const = default;
};

}  // namespace app
