// What the scattering costs: under the result, for each sector of 32 bytes, how many warps write to it; with the
// exchange in the tile, and as it were without.
#include <algorithm>
#include <set>

#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

/// Warps that write each sector; to[i]: where the pair that thread i writes goes.
Words writers_of(const Words& to, uint32_t warp_threads) {
    Words writers((to.size() + kSectorWords - 1) / kSectorWords, 0);
    for (size_t first = 0; first < to.size(); first += warp_threads) {
        std::set<uint32_t> touched;
        for (size_t i = first; i < std::min(to.size(), first + warp_threads); ++i)
            touched.insert(to[i] / kSectorWords);
        for (const uint32_t sector : touched) ++writers[sector];
    }
    return writers;
}

uint32_t sum_of(const Words& words) {
    uint32_t sum = 0;
    for (const uint32_t word : words) sum += word;
    return sum;
}

void row(FigureBuilder& builder, const std::string& name, const Words& writers, int shown_at) {
    constexpr float kHeight = 1.1f;
    builder.name(name, kHeight, shown_at);
    for (uint32_t sector = 0; sector < writers.size(); ++sector) {
        const uint32_t first = sector * kSectorWords, end = std::min(builder.count(), first + kSectorWords);
        FigureCell& cell = builder.label(
            std::to_string(writers[sector]),
            {static_cast<float>(first), builder.y, static_cast<float>(end - first), kHeight}, shown_at);
        cell.tone = writers[sector] <= 1 ? Tone::good : Tone::plain;
    }
    builder.y += kHeight;
}

}  // namespace

void sectors(FigureBuilder& builder, const Picture&) {
    const LessonStep& step = builder.step();
    if (builder.figure.operations.empty() || step.values.size() != builder.count()) return;
    // The pairs as the pass found them, and where they go.
    const LessonStep* found = &step;
    for (size_t i = builder.index(); i-- > 0 && builder.lesson().steps[i].pass == step.pass;) {
        if (builder.lesson().steps[i].ran) found = &builder.lesson().steps[i];
    }
    std::map<uint32_t, uint32_t> place;
    for (uint32_t i = 0; i < step.values.size(); ++i) place[step.values[i]] = i;
    Words to;
    for (const uint32_t pair : found->values_before) {
        const auto at = place.find(pair);
        if (at == place.end()) return;  // of a broken model
        to.push_back(at->second);
    }
    Words exchanged = to;
    for (uint32_t tile = 0; tile < builder.tiles(); ++tile) {
        std::sort(exchanged.begin() + builder.tile_begin(tile),
                  exchanged.begin() + builder.tile_begin(tile + 1));
    }
    const uint32_t warp = builder.lesson().setup.warp_threads;
    const Words with = writers_of(exchanged, warp), without = writers_of(to, warp);
    const int op = builder.begin("Warps of " + std::to_string(warp) + " threads write " +
                                 counted(sum_of(with), "sector") +
                                 " of 32 bytes in all; without the exchange in the tile it would be " +
                                 std::to_string(sum_of(without)) + ".");
    builder.y += 0.3f;
    row(builder, "warps per sector", with, op);
    row(builder, "without exchange", without, op);
}

}  // namespace app::parts
