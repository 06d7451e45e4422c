// The statistics on the CPU's threads, and what is read from one.
#include "app/gl/frame_data/body_statistics.h"

#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace app {
namespace {

struct Plain {
    void add(uint32_t* count) const { ++*count; }
    void raise(uint32_t* key, uint32_t value) const { *key = std::max(*key, value); }
};

void merge(BodyStatistics& into, const BodyStatistics& from) {
    for (int axis = 0; axis < 3; ++axis) {
        into.low[axis] = std::max(into.low[axis], from.low[axis]);
        into.high[axis] = std::max(into.high[axis], from.high[axis]);
    }
    into.key_low = std::max(into.key_low, from.key_low);
    into.key_high = std::max(into.key_high, from.key_high);
    into.bodies += from.bodies;
    for (uint32_t bin = 0; bin < kStatisticsBins; ++bin) {
        into.speed[bin] += from.speed[bin];
        into.shift[bin] += from.shift[bin];
        into.pairs[bin] += from.pairs[bin];
    }
}

class CpuStatisticsReader : public StatisticsReader {
public:
    void start(const sim::World& world) override {
        if (statistics_) return;
        const sim::BodyView bodies = world.bodies();
        tbb::combinable<BodyStatistics> parts([] { return BodyStatistics{}; });
        tbb::parallel_for(tbb::blocked_range<uint32_t>(0, bodies.count, 16384), [&](const auto& range) {
            BodyStatistics& part = parts.local();
            for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
                statistics_body(bodies, slot, part, Plain{});
        });
        statistics_.emplace();
        parts.combine_each([this](const BodyStatistics& part) { merge(*statistics_, part); });
    }
    std::optional<BodyStatistics> take(bool) override { return std::exchange(statistics_, std::nullopt); }

private:
    std::optional<BodyStatistics> statistics_;
};

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

std::unique_ptr<StatisticsReader> make_statistics_reader(sim::Backend backend, int device) {
    if (backend == sim::Backend::cuda) return make_cuda_statistics_reader(device);
    return std::make_unique<CpuStatisticsReader>();
}

}  // namespace app
