// Time x tiles of a decoupled look-back among tiles that all begin at once, one of which may be slow. No word of the
// lesson's arrays: these are of a traced sort, where tiles wait for each other in rounds.
#include <algorithm>

#include "app/teach/figure/parts.h"
#include "app/teach/look_back_times.h"

namespace app::parts {
namespace {

std::string told(const std::vector<LookBackTimes::Moment>& tiles) {
    uint32_t totals = 0, adding = 0, waiting = 0;
    for (const LookBackTimes::Moment& tile : tiles) {
        totals += tile.state == LookBackTimes::total;
        waiting += tile.waits;
        adding += tile.reads >= 0 && !tile.waits;
    }
    return counted(adding, "tile") + (adding == 1 ? " reads" : " read") + " published counts and " +
           (adding == 1 ? "adds" : "add") + " them, " + std::to_string(waiting) +
           (waiting == 1 ? " reads" : " read") + " in vain and will read again; " + std::to_string(totals) +
           " of " + std::to_string(tiles.size()) + " have their total.";
}

}  // namespace

void waits(FigureBuilder& builder, const Picture&) {
    if (builder.step().pass > 0) return;  // the same in every pass
    const int slow = builder.lesson().setup.slow_tile;
    const LookBackTimes map = look_back_times(kLookBackTiles, slow);
    constexpr float kBox = 1.0f;
    const float width = std::max(builder.figure.width / static_cast<float>(kLookBackTiles), 1.0f);
    builder.figure.width = std::max(builder.figure.width, width * static_cast<float>(kLookBackTiles));
    builder.text(0, builder.y,
                 "If " + counted(kLookBackTiles, "tile") +
                     " began at once: time runs down. A 5: has published its counts, reads tile 5.",
                 0, Align::left, Tone::faint);
    builder.y += 1.2f;
    builder.name("tile", kBox, 0);
    for (uint32_t tile = 0; tile < kLookBackTiles; ++tile) {
        FigureCell& head = builder.label(std::to_string(tile),
                                         {static_cast<float>(tile) * width, builder.y, width, kBox}, 0);
        head.tone = static_cast<int>(tile) == slow ? Tone::wrong : Tone::faint;
    }
    builder.y += kBox;
    for (size_t time = 0; time < map.times.size(); ++time) {
        const int op = builder.begin("Time " + std::to_string(time) + ": " + told(map.times[time]));
        builder.name("time " + std::to_string(time), kBox, op);
        for (uint32_t tile = 0; tile < kLookBackTiles; ++tile) {
            const LookBackTimes::Moment& moment = map.times[time][tile];
            const std::string letter = moment.state == LookBackTimes::total    ? "P"
                                       : moment.state == LookBackTimes::counts ? "A"
                                                                               : "X";
            FigureCell& cell =
                builder.label(letter + (moment.reads >= 0 ? " " + std::to_string(moment.reads) : ""),
                              {static_cast<float>(tile) * width, builder.y, width, kBox}, op);
            cell.tone = moment.state == LookBackTimes::total    ? Tone::good
                        : moment.state == LookBackTimes::counts ? Tone::strong
                                                                : Tone::faint;
            if (moment.waits || moment.state == LookBackTimes::nothing) cell.state = CellState::waiting;
        }
        builder.y += kBox;
    }
    const std::string summary = look_back_summary(map, slow) + ".";
    const size_t half = summary.find("; ") + 1;  // one line of it is wider than a slide
    builder.text(0, builder.y + 0.2f, summary.substr(0, half), builder.now());
    builder.text(0, builder.y + 1.4f, summary.substr(half + 1), builder.now());
    builder.y += 3.0f;
}

}  // namespace app::parts
