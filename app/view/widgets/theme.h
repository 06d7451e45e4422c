// Colours, fonts and spacing of the panels. Colours are told apart by colour-blind eyes too: the four
// category colours are sky, yellow, vermilion and blue, with grey for the rest; no state is shown by colour
// alone.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <vector>

#include "app/gl/scene_renderer.h"

namespace app {

namespace colours {
constexpr ImU32 rgb(uint32_t hex, uint32_t alpha = 255) {
    return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

/// A colour of both themes; where a colour is wanted, that of the theme in use (apply_theme).
struct Ink {
    ImU32 dark, light;
    operator ImU32() const;
};
constexpr Ink ink(uint32_t dark, uint32_t light, uint32_t alpha = 255) {
    return {rgb(dark, alpha), rgb(light, alpha)};
}
inline constexpr Ink kPanel = ink(0x191d24, 0xf3f4f6), kBar = ink(0x20252e, 0xe6e9ed),
                     kToolPanel = ink(0x161a20, 0xeceef1), kPlot = ink(0x14181e, 0xfbfcfd),
                     kFrame = ink(0x2a303b, 0xdfe3e8), kLine = ink(0x353d4a, 0xc5cbd3),
                     kGrid = ink(0x2a313b, 0xdde1e6), kText = ink(0xe4e8ee, 0x1b2129),
                     kDim = ink(0x98a3b3, 0x525c69), kAccent = ink(0x56b4e9, 0x0f6fae),
                     kYellow = ink(0xf0e442, 0xdcae00), kVermilion = ink(0xe8743b, 0xc24a0b),
                     kBlue = ink(0x2f83c4, 0x173f73), kGrey = ink(0x6f7a8a, 0x8b95a3);

/// The colour, or a darker or lighter one where it could not be read as text on the theme's panels and bar.
ImU32 as_text(ImU32 colour);

/// Returns the contrast ratio of WCAG: 1 (the same) to 21 (black on white); text needs 4.5.
float contrast(ImU32 a, ImU32 b);

}  // namespace colours

struct Fonts {
    ImFont* regular = nullptr;
    ImFont* bold = nullptr;
    ImFont* small_ = nullptr;
};

/// Ranges, first and last, of the characters that the atlas always has, and how many numbers those are.
const ImWchar* usual_glyphs();
size_t usual_glyphs_size();

/// A font for what the program's own has not.
struct FallbackFont {
    std::vector<char> bytes;  // of the file
    int index = 0;            // in a collection
};

/// Rebuilds the font atlas for a scale, from the embedded DejaVu Sans (its digits are all of one width); what of
/// `ranges` (which end with 0 and outlive the atlas, as the fallbacks do) it has not, from the fallbacks.
Fonts load_fonts(ImFontAtlas& atlas, float scale, const ImWchar* ranges = usual_glyphs(),
                 const std::vector<FallbackFont>& fallbacks = {});

/// Sets colours and spacing, from nothing, so that it may be called at every change of the scale or theme.
void apply_theme(float scale, Theme theme);

}  // namespace app
