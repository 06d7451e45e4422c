// A ramp for ordered values, blue-white-vermilion for signed ones, colours of Okabe and Ito and grey for kinds:
// all chosen to stay apart for colour-blind eyes, lit and in shade.
#include "app/gl/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "app/gl/scene_renderer.h"
#include "app/gl/sort_legend.h"
#include "app/observe/instances.h"
#include "app/observe/shown_walk.h"
#include "sort/base/numbers.h"

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

// From cold to warm, so that kinds in spawn order also read as an order. The first one is a deeper blue than Okabe and
// Ito's, for which the second one would be taken wherever it lies in shade.
static constexpr std::array<Rgb, kKinds> kKindColours = {
    {{0, 90, 178}, {86, 180, 233}, {153, 153, 153}, {240, 228, 66}, {213, 94, 0}}};

static constexpr Rgb kNegative = {0, 114, 178}, kZero = {247, 247, 247}, kPositive = {213, 94, 0};

static constexpr Rgb kDriven = {104, 112, 128};

// As light as each other, so that of two galaxies none hides the other's light.
static constexpr std::array<Rgb, kOrigins> kOriginColours = {{{86, 180, 233}, {240, 150, 60}}};

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

static Rgb kind_colour(uint32_t kind) {
    if (kind < kKinds) return kKindColours[kind];
    if (kind < kFirstOrigin) return kDriven;
    return kOriginColours[std::min(kind - kFirstOrigin, kOrigins - 1)];
}

uint32_t palette_colour(Colour colour, float value) {
    value = std::clamp(value, 0.0f, 1.0f);
    if (shows_sort(colour)) return sort_palette_colour(colour, value);
    switch (colour) {
        case Colour::kind:
            return packed(kind_colour(kind_of_value(value)));
        case Colour::shift:
            return packed(value < 0.5f ? mix(kNegative, kZero, value * 2)
                                       : mix(kZero, kPositive, value * 2 - 1));
        case Colour::asleep:
            return packed(value < kAlmostAsleep + 0.01f ? mix(kMoving, kStill, value / kAlmostAsleep)
                                                        : kAsleep);
        default:
            return packed(ramp(value));
    }
}

uint32_t level_colour(uint32_t level) {
    constexpr float kColoured = 10;  // deeper ones are as yellow
    return packed(ramp(std::min(float(level) / kColoured, 1.0f)));
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

/// Returns a count with separators: "1,000".
static std::string places(float count) { return sort::grouped(uint64_t(std::lround(count))); }

/// Returns the whole number in the middle of a scale of logarithms.
static float middle_of(float scale) { return std::round(std::sqrt(1 + scale) - 1); }

/// Returns the name of an origin: what the names of its groups have in common, "first galaxy", or else all of them.
static std::string origin_name(const std::vector<sim::SpawnGroup>& groups, uint32_t origin,
                               bool with_hidden) {
    std::string names, common;
    bool shared = true;
    for (const sim::SpawnGroup& group : groups) {
        if (group.origin != origin || (group.hidden && !with_hidden)) continue;
        const std::string name = group.name, whole = name.substr(0, name.find(": "));
        shared = shared && whole != name && (common.empty() || whole == common);
        common = whole;
        names += (names.empty() ? "" : ", ") + name;
    }
    return shared ? common : names;
}

LegendScene LegendScene::of(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings) {
    LegendScene facts{settings.scales, {}, {}, scene.physics.sleep_speed_m_s > 0, settings.sort};
    facts.morton = scene.physics.gravity.on && !scene.physics.gravity.direct;
    const std::vector<sim::SpawnGroup> groups = sim::spawn_groups_of(scene, bodies);
    for (uint32_t origin = 0; !groups.empty() && origin < kOrigins; ++origin)
        facts.origins.push_back(origin_name(groups, origin, settings.hidden_bodies));
    for (const auto& shape : scene.shapes)
        (shape->source.driven() ? facts.driven : facts.shapes).push_back(short_name(*shape));
    facts.spawned = !scene.spawn.empty();
    return facts;
}

/// Returns the legend's text for a kind of bodies (kind_of()).
static std::string kind_text(uint32_t kind, const LegendScene& scene) {
    static const char* const kFifths[kKinds] = {"first fifth", "second fifth", "third fifth", "fourth fifth",
                                                "last fifth"};
    if (kind >= kFirstOrigin) {
        const uint32_t origin = kind - kFirstOrigin;
        return origin < scene.origins.size() ? scene.origins[origin] : "";
    }
    if (scene.shapes.empty()) return kFifths[kind];
    std::string text;
    if (kind != kDrivenKind && scene.shapes.size() == 1) {
        for (uint32_t turn = 0; turn < 3; ++turn)
            text += std::to_string(scene.driven.size() + kind + turn * kKinds) + ", ";
        return text + "...";
    }
    const std::vector<std::string>& names = kind == kDrivenKind ? scene.driven : scene.shapes;
    for (size_t i = kind % kKinds; i < names.size(); i += kind == kDrivenKind ? 1 : kKinds)
        text += (text.empty() ? "" : ", ") + names[i];
    return (kind == kDrivenKind ? "driven: " : "") + text;
}

/// Evenly spread over the palette of pairs: none, and parts of what stands at its end.
static std::vector<uint32_t> pair_ticks(uint32_t full) {
    std::vector<uint32_t> ticks = {0, std::max(full / 24, 1u), full / 8, full / 3, full};
    std::sort(ticks.begin(), ticks.end());
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    return ticks;
}

std::vector<LegendEntry> legend(Colour colour, const LegendScene& scene) {
    if (shows_sort(colour)) return sort_legend(colour, scene);
    std::vector<LegendEntry> entries;
    const auto add = [&](std::string text, float value) {
        entries.push_back({std::move(text), palette_colour(colour, value), value});
    };
    switch (colour) {
        case Colour::kind: {
            for (uint32_t i = 0; i < scene.origins.size(); ++i)
                if (!scene.origins[i].empty()) add(scene.origins[i], kind_value(kFirstOrigin + i));
            if (!scene.origins.empty()) break;
            const size_t kinds =
                scene.shapes.size() > 1 ? std::min<size_t>(scene.shapes.size(), kKinds) : kKinds;
            for (uint32_t i = 0; i < kinds; ++i) add(kind_text(i, scene), kind_value(i));
            if (!scene.driven.empty()) add(kind_text(kDrivenKind, scene), kind_value(kDrivenKind));
            break;
        }
        case Colour::rank:
            add("first", 0);
            add("1/4", 0.25f);
            add("middle", 0.5f);
            add("3/4", 0.75f);
            add("last", 1);
            break;
        case Colour::shift: {
            const float middle = middle_of(scene.scales.shift);
            add(places(scene.scales.shift) + " or more back", 0);
            add(places(middle) + " back", shift_value(-middle, scene.scales));
            add("same place", 0.5f);
            add(places(middle) + " forward", shift_value(middle, scene.scales));
            add(places(scene.scales.shift) + " or more forward", 1);
            break;
        }
        case Colour::pairs:
            for (const uint32_t pairs : pair_ticks(uint32_t(scene.scales.pairs)))
                add(sort::grouped(pairs) + (float(pairs) == scene.scales.pairs ? " or more" : ""),
                    pairs_value(float(pairs), scene.scales));
            break;
        case Colour::speed:
            for (const float part : {0.0f, 0.05f, 0.2f, 0.5f, 1.0f})
                add(number(scene.scales.speed_m_s * part) + (part == 1 ? " m/s or more" : ""),
                    speed_value(part));
            break;
        case Colour::depth:
            if (scene.shapes.empty()) {
                add("nothing to show: no meshes here", 0);
                break;
            }
            for (const float part : {0.0f, 0.003f, 0.01f, 0.03f, 0.1f, kFullDepth})
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
        default:
            break;
    }
    return entries;
}

std::vector<float> legend_values(const sim::Scene& scene, uint32_t bodies, const DrawSettings& settings) {
    std::vector<float> values;
    for (const LegendEntry& entry : legend(settings.colour, LegendScene::of(scene, bodies, settings)))
        values.push_back(entry.value);
    return values;
}

std::string legend_title(Colour colour, const LegendScene& scene) {
    if (shows_sort(colour)) return sort_legend_title(colour, scene);
    if (colour == Colour::rank && !scene.sort.moment.empty()) return "index " + scene.sort.moment;
    if (colour == Colour::rank && scene.morton) return "Morton rank";
    if (colour != Colour::kind) return name_of(colour);
    if (!scene.origins.empty()) return "kind: origin";
    if (scene.shapes.empty()) return scene.spawned ? "kind: order of spawning" : "kind: order in the file";
    return scene.shapes.size() > 1 ? "kind: mesh" : "kind: id, five colours in turn";
}

/// Returns the inverse of log2_by_lines().
static float exp2_by_lines(float log2) {
    const int whole = int(log2);
    return std::ldexp(1 + (log2 - float(whole)), whole);
}

/// Returns "3 places", "1,023 or more places"
static std::string count_text(float count, float full, const char* what) {
    const auto whole = uint32_t(std::lround(count));
    return sort::grouped(whole) + (float(whole) >= full ? " or more " : " ") + what + (whole == 1 ? "" : "s");
}

static std::string shift_text(float value, const ColourScales& scales) {
    const float places = exp2_by_lines(std::fabs(2 * value - 1) * log2_by_lines(1 + scales.shift)) - 1;
    if (places < 0.5f) return "same place";
    return count_text(places, scales.shift, "place") + (value < 0.5f ? " back" : " forward");
}

static std::string three_digits(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", double(value));
    return text;
}

std::string value_text(Colour colour, float value, uint32_t bodies, const LegendScene& scene) {
    if (shows_sort(colour)) return sort_value_text(colour, value, bodies, scene);
    const std::string more = value >= 1 ? " or more" : "";
    switch (colour) {
        case Colour::kind: {
            const uint32_t kind = kind_of_value(value);
            return scene.shapes.size() == 1 && kind != kDrivenKind ? "" : kind_text(kind, scene);
        }
        case Colour::rank:
            return (!scene.sort.moment.empty() ? "index "
                    : scene.morton             ? "Morton rank "
                                               : "rank ") +
                   sort::grouped(uint64_t(std::llround(double(value) * (bodies - 1.0))));
        case Colour::shift:
            return shift_text(value, scene.scales);
        case Colour::pairs:
            return count_text(exp2_by_lines(value * log2_by_lines(1 + scene.scales.pairs)) - 1,
                              scene.scales.pairs, "pair");
        case Colour::speed:
            return three_digits(scene.scales.speed_m_s * value * value) + " m/s" + more;
        case Colour::depth: {
            if (scene.shapes.empty()) return "";
            const float log2 = value * log2_by_lines(1 + kFullDepth / kLeastDepth);
            return "depth " + three_digits(100 * kLeastDepth * (exp2_by_lines(log2) - 1)) + " %" + more;
        }
        case Colour::asleep:
            if (value >= 1) return "asleep";
            if (value == 0) return "moving";
            return "still for " + three_digits(100 * value / kAlmostAsleep) +
                   " % of the time until it sleeps";
        default:
            return "";
    }
}

const char* name_of(Colour colour) {
    switch (colour) {
        case Colour::kind:
            return "kind";
        case Colour::rank:
            return "rank after the sort";
        case Colour::digit:
            return "digit of the pass in view";
        case Colour::tile:
            return "tile of the sort";
        case Colour::shift:
            return "shift since the last step";
        case Colour::disorder:
            return "out of order before the sort";
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
