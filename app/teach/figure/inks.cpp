// Tables of colours for both themes, and the size of a cell's text.
#include "app/teach/figure/inks.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace app {
namespace {

constexpr Ink kBlack = 0x000000, kWhite = 0xffffff;

//                          background cell      text      faint     strong    good      wrong     edge      band
constexpr Inks kDark = {0x14181e, 0x20262f, 0xe4e8ee, 0x8f9aaa, 0xffffff,
                        0x56b4e9, 0xe8743b, 0x465061, 0x242c38};
constexpr Inks kLight = {0xffffff, 0xf3f5f8, 0x1b2129, 0x626c79, 0x000000,
                         0x0f6fae, 0xc24a0b, 0xb4bcc8, 0xe6ebf1};

struct Hue {
    Ink fill, line_dark, line_light;
};
// Sky, yellow, vermilion, blue.
constexpr Hue kHues[] = {{0x56b4e9, 0x7accf5, 0x3a9fdb},
                         {0xf0e442, 0xf0e442, 0xc2a300},
                         {0xd55e00, 0xd55e00, 0xb03a00},
                         {0x0072b2, 0x3f78e0, 0x173f73}};

double linear(uint32_t byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Ink ink) {
    return 0.2126 * linear(ink >> 16 & 255) + 0.7152 * linear(ink >> 8 & 255) + 0.0722 * linear(ink & 255);
}

}  // namespace

Ink mixed(Ink a, Ink b, float share) {
    Ink sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const auto from = static_cast<float>(b >> shift & 255), to = static_cast<float>(a >> shift & 255);
        sum |= static_cast<Ink>(std::lround(std::lerp(from, to, share))) << shift;
    }
    return sum;
}

Ink text_on(Ink fill) {
    const double light = luminance(fill);
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? kBlack : kWhite;
}

DigitInk digit_ink(uint32_t digit, uint32_t bins, InkTheme theme) {
    const int bits = std::max(2, static_cast<int>(std::bit_width(std::max(bins, 1u) - 1)));
    const uint32_t hue = digit >> (bits - 2) & 3;
    uint32_t pattern = 0;
    if (bits == 3) pattern = digit & 1;
    if (bits >= 4) pattern = digit >> (bits - 4) & 3;
    const Hue& own = kHues[hue];
    const Ink text = text_on(own.fill);
    return {own.fill,
            text,
            theme == InkTheme::dark ? own.line_dark : own.line_light,
            mixed(text, own.fill, 0.3f),
            static_cast<Hatch>(pattern),
            static_cast<Dash>(bits == 2 ? hue : pattern)};
}

const Inks& inks(InkTheme theme) { return theme == InkTheme::dark ? kDark : kLight; }

Ink tone_ink(Tone tone, InkTheme theme) {
    const Inks& all = inks(theme);
    switch (tone) {
        case Tone::faint:
            return all.faint;
        case Tone::strong:
            return all.strong;
        case Tone::good:
            return all.good;
        case Tone::wrong:
            return all.wrong;
        case Tone::plain:
        case Tone::digit:
            break;
    }
    return all.text;
}

Ink fill_ink(const FigureShape& shape, uint32_t bins, InkTheme theme) {
    if (shape.tone != Tone::digit || shape.digit < 0) return tone_ink(shape.tone, theme);
    return digit_ink(static_cast<uint32_t>(shape.digit), bins, theme).fill;
}

Ink line_ink(const FigureShape& shape, uint32_t bins, InkTheme theme) {
    if (shape.tone != Tone::digit || shape.digit < 0) return tone_ink(shape.tone, theme);
    return digit_ink(static_cast<uint32_t>(shape.digit), bins, theme).line;
}

Ink area_ink(const FigureShape& area, uint32_t bins, InkTheme theme) {
    constexpr float kShare = 0.45f;
    return mixed(fill_ink(area, bins, theme), inks(theme).background, kShare);
}

FittedText fitted(size_t characters, float width, float height, float usual_size) {
    const auto count = static_cast<float>(std::max<size_t>(characters, 1));
    const float beside = std::min({usual_size, width / (0.64f * count), height});
    const float stacked = std::min({usual_size, width / 0.64f, height / count});
    if (beside < 0.75f * usual_size && stacked > beside) return {stacked, true};
    return {beside, false};
}

}  // namespace app
