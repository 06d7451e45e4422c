// Simulates decoupled look-back in units of time, tile by tile.
#include "app/teach/look_back_times.h"

#include <algorithm>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/numbers.h"

namespace app {

LookBackTimes look_back_times(uint32_t tiles, int slow) {
    using Moment = LookBackTimes::Moment;
    LookBackTimes result;
    result.lengths.assign(tiles, 0);
    std::vector<uint32_t> counting(tiles, 1), next(tiles);
    for (uint32_t tile = 1; tile < tiles; ++tile) next[tile] = tile - 1;
    if (slow >= 0 && static_cast<uint32_t>(slow) < tiles) counting[static_cast<size_t>(slow)] += kSlowUnits;
    std::vector<Moment> before(tiles);
    const auto is_total = [](const Moment& moment) { return moment.state == LookBackTimes::total; };
    while (!std::all_of(before.begin(), before.end(), is_total)) {
        std::vector<Moment> now = before;
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            Moment& moment = now[tile];
            moment.reads = -1;
            moment.waits = false;
            if (is_total(moment)) continue;
            if (counting[tile] > 0) {
                if (--counting[tile] == 0) moment.state = tile ? LookBackTimes::counts : LookBackTimes::total;
                continue;
            }
            moment.reads = static_cast<int>(next[tile]);
            const Moment& found = before[next[tile]];
            moment.waits = found.state == LookBackTimes::nothing;
            result.waits += moment.waits;
            if (moment.waits) continue;
            ++result.lengths[tile];
            if (is_total(found))
                moment.state = LookBackTimes::total;
            else
                --next[tile];
        }
        result.times.push_back(now);
        before = std::move(now);
    }
    return result;
}

std::string look_back_summary(const LookBackTimes& times, int slow) {
    const auto tiles = static_cast<uint32_t>(times.lengths.size());
    const uint32_t sum = std::accumulate(times.lengths.begin(), times.lengths.end(), 0u);
    const uint32_t most = *std::max_element(times.lengths.begin(), times.lengths.end());
    const std::string who = slow < 0 ? "none slow" : "tile " + std::to_string(slow) + " slow";
    return counted(tiles, "tile") + " at once, " + who + ": all have their totals after " +
           counted(times.times.size(), "unit") + " of time; a tile adds " +
           fixed(static_cast<double>(sum) / std::max(tiles - 1, 1u)) + " others on average, at most " +
           std::to_string(most) + "; " + counted(times.waits, "read") + " found nothing";
}

}  // namespace app
