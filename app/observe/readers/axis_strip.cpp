// What is read from a strip.
#include "app/observe/readers/axis_strip.h"

#include <algorithm>

namespace app {
namespace {

/// Counts for each body the next ones that it overlaps, as a walk of the broad phase: forward until a body begins
/// beyond its end, or the next column begins. Keys that are steps of the axis order bodies only up to a step.
void count_overlaps(Strip& strip) {
    constexpr size_t kLongest = 1024;
    float least = 1e30f, most = -1e30f;
    for (const StripBody& body : strip.bodies) {
        least = std::min(least, body.low);
        most = std::max(most, body.high);
    }
    const float step = std::max(most - least, 0.0f) / 256;
    for (size_t i = 0; i < strip.bodies.size(); ++i) {
        const StripBody& body = strip.bodies[i];
        size_t next = i + 1;
        while (next < std::min(strip.bodies.size(), i + 1 + kLongest) &&
               strip.bodies[next].low <= body.high && strip.bodies[next].low >= body.low - step)
            ++next;
        strip.overlaps.push_back(static_cast<uint32_t>(next - i - 1));
    }
}

}  // namespace

const StripBody* Strip::find(uint32_t id) const {
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const StripBody& b) { return b.id == id; });
    return found == bodies.end() ? nullptr : &*found;
}

const StripBody* Strip::nearest(uint32_t rank) const {
    if (bodies.empty()) return nullptr;
    auto at = std::lower_bound(bodies.begin(), bodies.end(), rank,
                               [](const StripBody& body, uint32_t r) { return body.rank < r; });
    if (at == bodies.end() || (at != bodies.begin() && rank - (at - 1)->rank < at->rank - rank)) --at;
    return &*at;
}

Strip strip_of(const StripData& data, uint32_t count, uint32_t axis) {
    Strip strip;
    strip.count = count;
    strip.axis = axis;
    strip.has_columns = data.run_count > 0 && data.has_columns;
    strip.run_count = data.run_count;
    strip.runs.assign(data.runs, data.runs + std::min(data.run_count, kStripRuns));
    const auto take = [&](const StripBody& body) {
        if (body.id != sim::kNobody && body.rank < count) strip.bodies.push_back(body);
    };
    for (const StripBody& body : data.bodies) take(body);
    for (const StripBody& body : data.extra) take(body);
    const auto before = [](const StripBody& a, const StripBody& b) { return a.rank < b.rank; };
    std::sort(strip.bodies.begin(), strip.bodies.end(), before);
    const auto same = [](const StripBody& a, const StripBody& b) { return a.id == b.id; };
    strip.bodies.erase(std::unique(strip.bodies.begin(), strip.bodies.end(), same), strip.bodies.end());
    count_overlaps(strip);
    return strip;
}

}  // namespace app
