// Colours, fonts and spacing of the panels. Colours are told apart by colour-blind eyes too: the four
// category colours are sky, yellow, vermilion and blue, with grey for the rest; no state is shown by colour
// alone.
#pragma once
#include <imgui.h>

#include <cstdint>

namespace app {

namespace colours {
constexpr ImU32 rgb(uint32_t hex, uint32_t alpha = 255) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}
inline constexpr ImU32 kPanel = rgb(0x191d24), kBar = rgb(0x20252e), kFrame = rgb(0x2a303b),
                       kLine = rgb(0x353d4a), kText = rgb(0xe4e8ee), kDim = rgb(0x98a3b3),
                       kAccent = rgb(0x56b4e9), kYellow = rgb(0xf0e442), kVermilion = rgb(0xe8743b),
                       kBlue = rgb(0x2f83c4), kGrey = rgb(0x6f7a8a);

}  // namespace colours

struct Fonts {
    ImFont* regular = nullptr;
    ImFont* bold = nullptr;
    ImFont* small_ = nullptr;
};

/// Rebuilds the font atlas for a scale, from the embedded DejaVu Sans (its digits are all of one width).
Fonts load_fonts(ImFontAtlas& atlas, float scale);

/// Sets colours and spacing, from nothing, so that it may be called at every change of the scale.
void apply_theme(float scale);

}  // namespace app
