// What is read from the statistics of bodies.
#include "app/observe/readers/body_statistics.h"

#include <bit>
#include <cstring>

namespace app {
namespace {

/// Returns the float that has this ordered key.
float from_ordered(uint32_t key) {
    const uint32_t bits = key & 0x80000000u ? key ^ 0x80000000u : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

float statistics_value(uint32_t bin) {
    if (bin == 0) return 0;
    const uint32_t bits = (((127 + kStatisticsLeastLog2) << kStatisticsStepsLog2) + bin - 1)
                          << (23 - kStatisticsStepsLog2);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float percentile_99(const uint32_t (&bins)[kStatisticsBins]) {
    uint64_t all = 0, seen = 0;
    for (const uint32_t count : bins) all += count;
    for (uint32_t bin = 0; bin < kStatisticsBins; ++bin) {
        seen += bins[bin];
        if (100 * seen >= 99 * all) return statistics_value(bin);
    }
    return 0;
}

int differing_key_bits(const BodyStatistics& statistics) {
    return statistics.bodies == 0 ? 0 : std::bit_width(~statistics.key_low ^ statistics.key_high);
}

std::optional<sim::Container> bounds_of(const BodyStatistics& statistics) {
    if (statistics.bodies == 0) return std::nullopt;
    sim::Container bounds;
    for (int axis = 0; axis < 3; ++axis) {
        bounds.min_m[axis] = from_ordered(~statistics.low[axis]);
        bounds.max_m[axis] = from_ordered(statistics.high[axis]);
    }
    return bounds;
}

}  // namespace app
