// A ramp for ordered values, blue-white-vermilion for signed ones, four Okabe-Ito colours and grey for kinds:
// all chosen to stay apart for colour-blind eyes, lit and in shade.
#include "app/gl/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "app/base/numbers.h"
#include "app/gl/handover/instances.h"
#include "app/gl/scene_renderer.h"

namespace app {

struct Rgb {
    float r, g, b;  // 0..255, sRGB
};

// Nine evenly spaced samples of a ramp from blue over green to yellow; between them a cubic through four
// neighbours. Chosen by search so that equal parts of it look equally far apart to normal, protan, deutan and
// tritan eyes, that it only gets lighter for each of them, and that its dark end, lit, stands out from the
// background (tests/app/palette_test.cpp). Hue says as much as lightness does, which shade changes too.
static constexpr std::array<Rgb, 9> kRamp = {{{0, 69, 179},
                                              {31, 112, 197},
                                              {45, 141, 197},
                                              {60, 168, 192},
                                              {89, 199, 180},
                                              {140, 211, 152},
                                              {188, 220, 125},
                                              {234, 227, 103},
                                              {242, 255, 66}}};

// From cold to warm, so that kinds in spawn order also read as an order.
static constexpr std::array<Rgb, kKinds> kKindColours = {
    {{0, 114, 178}, {86, 180, 233}, {153, 153, 153}, {240, 228, 66}, {213, 94, 0}}};

static constexpr Rgb kNegative = {0, 114, 178}, kZero = {247, 247, 247}, kPositive = {213, 94, 0};

static constexpr Rgb kMoving = {240, 228, 66}, kStill = {86, 180, 233}, kAsleep = {92, 98, 110};

static Rgb mix(const Rgb& a, const Rgb& b, float t) {
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

/// Catmull-Rom through p1 and p2.
static float cubic(float p0, float p1, float p2, float p3, float t) {
    return p1 + 0.5f * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
}

static Rgb ramp(float value) {
    const int last = int(kRamp.size()) - 1;
    const float place = value * float(last);
    const int i = std::min(int(place), last - 1);
    const float t = place - float(i);
    const Rgb &p0 = kRamp[std::max(i - 1, 0)], &p1 = kRamp[i], &p2 = kRamp[i + 1],
              &p3 = kRamp[std::min(i + 2, last)];
    return {cubic(p0.r, p1.r, p2.r, p3.r, t), cubic(p0.g, p1.g, p2.g, p3.g, t),
            cubic(p0.b, p1.b, p2.b, p3.b, t)};
}

static uint32_t packed(const Rgb& colour) {
    const auto byte = [](float x) { return uint32_t(std::lround(std::clamp(x, 0.0f, 255.0f))); };
    return byte(colour.r) << 16 | byte(colour.g) << 8 | byte(colour.b);
}

uint32_t palette_colour(Colour colour, float value) {
    value = std::clamp(value, 0.0f, 1.0f);
    switch (colour) {
        case Colour::kind:
            return packed(kKindColours[std::min(uint32_t(value * kKinds), kKinds - 1)]);
        case Colour::shift:
            return packed(value < 0.5f ? mix(kNegative, kZero, value * 2)
                                       : mix(kZero, kPositive, value * 2 - 1));
        case Colour::asleep:
            return packed(value < kAlmostAsleep + 0.01f ? mix(kMoving, kStill, value / kAlmostAsleep)
                                                        : kAsleep);
        case Colour::rank:
        case Colour::pairs:
        case Colour::speed:
        case Colour::depth:
            break;
    }
    return packed(ramp(value));
}

std::vector<uint8_t> palette_texels(Colour colour) {
    std::vector<uint8_t> texels;
    for (int i = 0; i < kPaletteSize; ++i) {
        const uint32_t rgb = palette_colour(colour, (float(i) + 0.5f) / kPaletteSize);
        texels.insert(texels.end(), {uint8_t(rgb >> 16), uint8_t(rgb >> 8), uint8_t(rgb), 255});
    }
    return texels;
}

std::string short_name(const sim::SceneShape& shape) {
    return std::filesystem::path(shape.source.file).stem().string();
}

static std::string number(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", double(value));
    return text;
}

/// "1,000"
static std::string places(float count) { return grouped(uint64_t(std::lround(count))); }

/// The whole number at a part of a scale by logarithms.
static float part_of(float scale, float part) { return std::round(std::pow(1 + scale, part) - 1); }
static float middle_of(float scale) { return part_of(scale, 0.5f); }

LegendScene LegendScene::of(const sim::Scene& scene, const DrawSettings& settings) {
    LegendScene facts{settings.speed_scale_m_s,
                      settings.shift_scale,
                      settings.pairs_scale,
                      {},
                      scene.physics.sleep_speed_m_s > 0};
    for (const auto& shape : scene.shapes) facts.shapes.push_back(short_name(*shape));
    return facts;
}

/// Of meshes: see kind_of().
static std::string kind_text(uint32_t kind, const LegendScene& scene) {
    static const char* const kFifths[kKinds] = {"first fifth", "second fifth", "third fifth", "fourth fifth",
                                                "last fifth"};
    if (scene.shapes.empty()) return kFifths[kind];
    std::string text;
    if (scene.shapes.size() == 1) {
        for (uint32_t id = kind; id < 3 * kKinds; id += kKinds) text += std::to_string(id) + ", ";
        return text + "...";
    }
    for (size_t shape = kind; shape < scene.shapes.size(); shape += kKinds)
        text += (text.empty() ? "" : ", ") + scene.shapes[shape];
    return text;
}

std::vector<LegendEntry> legend(Colour colour, const LegendScene& scene) {
    std::vector<LegendEntry> entries;
    const auto add = [&](std::string text, float value) {
        entries.push_back({std::move(text), palette_colour(colour, value), value});
    };
    switch (colour) {
        case Colour::kind: {
            const size_t kinds =
                scene.shapes.size() > 1 ? std::min<size_t>(scene.shapes.size(), kKinds) : kKinds;
            for (uint32_t i = 0; i < kinds; ++i) add(kind_text(i, scene), (float(i) + 0.5f) / kKinds);
            break;
        }
        case Colour::rank:
            add("first", 0);
            add("1/4", 0.25f);
            add("middle", 0.5f);
            add("3/4", 0.75f);
            add("last", 1);
            break;
        case Colour::shift:
            add(places(scene.shift_scale) + " or more back", 0);
            add(places(middle_of(scene.shift_scale)) + " back",
                shift_value(-middle_of(scene.shift_scale), scene.shift_scale));
            add("same place", 0.5f);
            add(places(middle_of(scene.shift_scale)) + " forward",
                shift_value(middle_of(scene.shift_scale), scene.shift_scale));
            add(places(scene.shift_scale) + " or more forward", 1);
            break;
        case Colour::pairs:
            add("0", 0);
            for (int quarter = 1; quarter <= 4; ++quarter) {
                const float pairs = part_of(scene.pairs_scale, 0.25f * float(quarter));
                add(places(pairs) + (quarter == 4 ? " or more" : ""), pairs_value(pairs, scene.pairs_scale));
            }
            break;
        case Colour::speed:
            for (const float part : {0.0f, 0.05f, 0.2f, 0.5f, 1.0f})
                add(number(scene.speed_scale_m_s * part) + (part == 1 ? " m/s or more" : ""),
                    speed_value(part));
            break;
        case Colour::depth:
            if (scene.shapes.empty()) {
                add("nothing to show: no meshes here", 0);
                break;
            }
            for (const float part : {0.0f, 0.05f, 0.15f, 0.3f, kFullDepth})
                add(number(100 * part) + (part == kFullDepth ? " % or more" : " %"), depth_value(part));
            break;
        case Colour::asleep:
            if (!scene.sleeps) {
                add("moving: bodies never sleep here", 0);
                break;
            }
            add("moving", asleep_value(0));
            add("still for half the time", asleep_value(0.5f));
            add("almost asleep", kAlmostAsleep);
            add("asleep", asleep_value(1));
            break;
    }
    return entries;
}

const char* name_of(Colour colour) {
    switch (colour) {
        case Colour::kind:
            return "kind (order of spawning)";
        case Colour::rank:
            return "rank after the sort";
        case Colour::shift:
            return "shift since the last step";
        case Colour::pairs:
            return "pairs per body";
        case Colour::speed:
            return "speed";
        case Colour::depth:
            return "depth of contact, of the thinnest part";
        case Colour::asleep:
            return "asleep";
    }
    return "";
}

}  // namespace app
