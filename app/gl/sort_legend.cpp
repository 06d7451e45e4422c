// Four hues for the upper two bits of a digit, shades of them for the others; two shades in turn for tiles;
// grey and three others for disorder. Distances to colour-blind eyes: tests/app/palette_test.cpp.
#include "app/gl/sort_legend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/observe/sort_colour.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

struct Rgb {
    float r, g, b;  // 0..255, sRGB
};

/// A hue of digits: itself in the middle of its quarter of the palette, darker before, lighter behind. How much, was
/// found by search: sixteen of them stay as far apart to normal, protan, deutan and tritan eyes as they can.
struct Hue {
    Rgb rgb;
    float darkest, lightest;  // part of its light; part of the way to white
};
constexpr std::array<Hue, 4> kHues = {{{{86, 180, 233}, 0.25f, 0.85f},
                                       {{240, 228, 66}, 0.69f, 0.78f},
                                       {{213, 94, 0}, 0.40f, 0.41f},
                                       {{0, 90, 178}, 0.49f, 0.27f}}};
constexpr Rgb kEvenTile = {176, 196, 222}, kOddTile = {70, 92, 128};  // few bodies have but the first
constexpr Rgb kDisorderColours[kDisorders] = {{106, 112, 124}, {86, 180, 233}, {240, 228, 66}, {213, 94, 0}};

uint32_t packed(const Rgb& colour) {
    const auto byte = [](float x) { return uint32_t(std::lround(std::clamp(x, 0.0f, 255.0f))); };
    return byte(colour.r) << 16 | byte(colour.g) << 8 | byte(colour.b);
}

Rgb digit_colour(float value) {
    const uint32_t quarter = std::min(uint32_t(value * 4), 3u);
    const Hue& hue = kHues[quarter];
    const float place = value * 4 - float(quarter);
    const auto shade = [&](float base) {
        if (place < 0.5f) return base * (hue.darkest + (1 - hue.darkest) * 2 * place);
        return base + (255 - base) * (2 * place - 1) * hue.lightest;
    };
    return {shade(hue.rgb.r), shade(hue.rgb.g), shade(hue.rgb.b)};
}

/// Returns a number in binary: "0110".
std::string binary(uint32_t number, uint32_t bits) {
    std::string text;
    for (uint32_t bit = bits; bit-- > 0;) text += number >> bit & 1 ? '1' : '0';
    return text;
}

std::string bit_range(const SortStyle& sort) {
    const uint32_t last = sort.digit_begin + sort.digit_bits - 1;
    return sort.digit_bits == 1 ? "bit " + std::to_string(sort.digit_begin)
                                : "bits " + std::to_string(sort.digit_begin) + " to " + std::to_string(last);
}

std::string ranks(uint32_t count) { return sort::grouped(count) + (count == 1 ? " rank" : " ranks"); }

uint32_t tiles_of(uint32_t bodies, const SortStyle& sort) { return (bodies - 1) / sort.tile_ranks + 1; }

}  // namespace

uint32_t sort_palette_colour(Colour colour, float value) {
    if (colour == Colour::digit) return packed(digit_colour(value));
    if (colour == Colour::tile) return packed(value < 0.5f ? kEvenTile : kOddTile);
    return packed(kDisorderColours[std::min(uint32_t(value * float(kDisorders)), kDisorders - 1)]);
}

std::vector<LegendEntry> sort_legend(Colour colour, const LegendScene& scene) {
    std::vector<LegendEntry> entries;
    const auto add = [&](std::string text, float value) {
        entries.push_back({std::move(text), sort_palette_colour(colour, value), value});
    };
    const SortStyle& sort = scene.sort.style;
    if (!sort.sorted) {
        const float nothing = colour == Colour::digit  ? 0
                              : colour == Colour::tile ? kTileFirst
                                                       : disorder_value(OrderMark::in_order);
        add("nothing to show: " + scene.sort.note, nothing);
        return entries;
    }
    if (colour == Colour::digit) {
        const uint32_t bins = 1u << sort.digit_bits;
        if (bins <= 8) {
            for (uint32_t digit = 0; digit < bins; ++digit)
                add(std::to_string(digit) + " = " + binary(digit, sort.digit_bits),
                    digit_value(digit, sort.digit_bits));
        } else {
            const uint32_t rest = sort.digit_bits - 2, each = 1u << rest;
            for (uint32_t hue = 0; hue < 4; ++hue)
                add(std::to_string(hue * each) + " to " + std::to_string((hue + 1) * each - 1) + " = " +
                        binary(hue, 2) + std::string(rest, '.'),
                    (float(hue) + 0.5f) / 4);
        }
    } else if (colour == Colour::tile) {
        add("tile 0, 2, 4, ...", 0.25f);
        add("tile 1, 3, 5, ...", 0.75f);
    } else {
        add("in order", disorder_value(OrderMark::in_order));
        if (scene.sort.has_windows) add("in a repaired window", disorder_value(OrderMark::in_window));
        if (scene.sort.has_movers) add("mover, ringed", disorder_value(OrderMark::mover));
        add("greater than the next key, ringed", disorder_value(OrderMark::descent));
    }
    return entries;
}

std::string sort_legend_title(Colour colour, const LegendScene& scene) {
    const SortStyle& sort = scene.sort.style;
    if (!sort.sorted) return name_of(colour);
    if (colour == Colour::digit)
        return "digit: " + bit_range(sort) + " of the key" + (sort.digit_bits > 3 ? ", light = high" : "");
    if (colour == Colour::tile)
        return sort.engine_has_tiles ? "tile of the sort: " + ranks(sort.tile_ranks)
                                     : "blocks of " + ranks(sort.tile_ranks) + " (this engine has no tiles)";
    return scene.sort.moment.empty() ? "order before the sort" : "order at this moment";
}

std::string sort_value_text(Colour colour, float value, uint32_t bodies, const LegendScene& scene) {
    const SortStyle& sort = scene.sort.style;
    if (!sort.sorted) return "";
    if (colour == Colour::digit) {
        const uint32_t digit = digit_of_value(value, sort.digit_bits);
        return "digit " + std::to_string(digit) + " = " + binary(digit, sort.digit_bits) + ", " +
               bit_range(sort);
    }
    if (colour == Colour::tile) {
        const uint32_t tile = tile_of_value(value, tiles_of(bodies, sort));
        const uint64_t first = uint64_t(tile) * sort.tile_ranks;
        return "tile " + sort::grouped(tile) + ", ranks " + sort::grouped(first) + " to " +
               sort::grouped(std::min<uint64_t>(first + sort.tile_ranks, bodies) - 1);
    }
    switch (disorder_of_value(value)) {
        case OrderMark::in_order:
            return "in order";
        case OrderMark::in_window:
            return "in a repaired window";
        case OrderMark::mover:
            return "mover: moved on its own";
        case OrderMark::descent:
            return "key greater than the next one";
    }
    return "";
}

}  // namespace app
