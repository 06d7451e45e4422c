// How the bodies lie and how their values are spread: what the camera is fitted to and what the scales of the
// colours end at. Made by the world's own backend from time to time. Counts and ordered integers only, so that
// any order of the work gives the same.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/world.h"
#include "sort/base/host_device.h"
#include "sort/keys.h"

namespace app {

// A bin is an eighth of a power of two, from 2^-20 to 2^24; what is smaller, 0 too, is in the first.
inline constexpr int kStatisticsStepsLog2 = 3, kStatisticsLeastLog2 = -20, kStatisticsMostLog2 = 24;
inline constexpr uint32_t kStatisticsBins =
    (uint32_t(kStatisticsMostLog2 - kStatisticsLeastLog2) << kStatisticsStepsLog2) + 1;
inline constexpr uint32_t kCountedBodies = 1u << 18;  // of more bodies: enough for a percentile

inline constexpr uint32_t kStatisticsKeys = 8;  // words of BodyStatistics before the counts

struct BodyStatistics {
    // The outermost sides of the bodies as ordered keys, each the larger the further out: 0 is no body.
    uint32_t low[3], high[3];
    uint32_t key_low, key_high;  // of the sort keys, likewise; where they differ
    uint32_t bodies;             // that were counted
    uint32_t speed[kStatisticsBins], shift[kStatisticsBins], pairs[kStatisticsBins];
};

static_assert(offsetof(BodyStatistics, bodies) == kStatisticsKeys * sizeof(uint32_t),
              "the keys come first, then only counts");

HOST_DEVICE inline uint32_t statistics_bin(float value) {
    constexpr int kMantissaBits = 23;
    constexpr int kFirst = (127 + kStatisticsLeastLog2) << kStatisticsStepsLog2;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int bin = int(bits >> (kMantissaBits - kStatisticsStepsLog2)) - kFirst + 1;
    return bin < 1 ? 0 : bin < int(kStatisticsBins) ? uint32_t(bin) : kStatisticsBins - 1;
}

/// Returns the least value of a bin: whole numbers up to 16 come back as they are.
float statistics_value(uint32_t bin);

/// Returns the value below which 99 % of the bodies are; 0 of none.
float percentile_99(const uint32_t (&bins)[kStatisticsBins]);

/// Returns the bounds of the counted bodies; none: no body was counted.
std::optional<sim::Container> bounds_of(const BodyStatistics& statistics);

/// Returns the bits of the sort keys up to the highest one in which two of them differ, that one included; 0:
/// all are equal.
int differing_key_bits(const BodyStatistics& statistics);

/// Returns whether a body is counted. Of many bodies a sample is, by their ids: the same one whatever the
/// backend and the engine.
HOST_DEVICE inline bool is_counted(uint32_t id, uint32_t bodies) {
    constexpr uint32_t kScatter = 0x9e3779b1u;
    return bodies <= kCountedBodies || uint64_t(id * kScatter) * bodies < (uint64_t(kCountedBodies) << 32);
}

/// Adds one body to the statistics. `Add` has add(&count) and raise(&key, value).
template <class Add>
HOST_DEVICE inline void statistics_body(const sim::BodyView& bodies, uint32_t slot, BodyStatistics& out,
                                        const Add& to) {
    if (!is_counted(bodies.id[slot], bodies.count)) return;
    const sim::Box box = sim::box_of(bodies.position_radius[slot]);
    for (int axis = 0; axis < 3; ++axis) {
        to.raise(&out.low[axis], ~sort::ordered_key(box.min[axis]));
        to.raise(&out.high[axis], sort::ordered_key(box.max[axis]));
    }
    if (bodies.sort_keys) {
        to.raise(&out.key_low, ~bodies.sort_keys[slot]);
        to.raise(&out.key_high, bodies.sort_keys[slot]);
    }
    to.add(&out.bodies);
    const int32_t shift = bodies.shift ? bodies.shift[slot] : 0;
    to.add(&out.speed[statistics_bin(sim::length(sim::xyz(bodies.velocity_mass[slot])))]);
    to.add(&out.shift[statistics_bin(float(shift < 0 ? -int64_t(shift) : int64_t(shift)))]);
    to.add(&out.pairs[statistics_bin(float(bodies.pair_count ? bodies.pair_count[slot] : 0))]);
}

}  // namespace app
