// See figure_inks.h.
#include "app/view/lesson/figure_inks.h"

namespace app {
namespace {

ImU32 digit_ink(int digit) {
    switch (digit & 3) {
        case 0:
            return colours::kAccent;
        case 1:
            return colours::kYellow;
        case 2:
            return colours::kVermilion;
        default:
            return colours::kBlue;
    }
}

}  // namespace

ImU32 faded(ImU32 ink, float share) {
    const auto alpha = static_cast<float>(ink >> IM_COL32_A_SHIFT & 255) * share;
    return (ink & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha + 0.5f) << IM_COL32_A_SHIFT;
}

ImU32 tone_ink(Tone tone) {
    switch (tone) {
        case Tone::faint:
            return colours::kDim;
        case Tone::good:
            return colours::as_text(colours::kAccent);
        case Tone::wrong:
            return colours::as_text(colours::kVermilion);
        default:
            return colours::kText;
    }
}

ImU32 line_ink(Tone tone, int digit) {
    if (digit >= 0) return digit_ink(digit);
    return tone == Tone::plain ? ImU32(colours::kGrey) : tone_ink(tone);
}

ImU32 cell_ink(Tone tone, int digit) {
    switch (tone) {
        case Tone::digit:
            return digit < 0 ? ImU32(colours::kFrame) : digit_ink(digit);
        case Tone::strong:
            return colours::kGrey;
        case Tone::good:
            return colours::kAccent;
        case Tone::wrong:
            return colours::kVermilion;
        default:
            return colours::kFrame;
    }
}

ImU32 cell_text_ink(Tone tone, int digit, bool over_bar) {
    if (tone == Tone::faint) return colours::kDim;
    if (over_bar || tone == Tone::plain) return colours::kText;
    const ImU32 fill = cell_ink(tone, digit), black = IM_COL32(12, 14, 18, 255), white = IM_COL32_WHITE;
    return colours::contrast(fill, black) > colours::contrast(fill, white) ? black : white;
}

}  // namespace app
