// The survey on the CPU's threads, and what is read from one.
#include "app/gl/handover/survey.h"

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

void merge(Survey& into, const Survey& from) {
    for (int axis = 0; axis < 3; ++axis) {
        into.low[axis] = std::max(into.low[axis], from.low[axis]);
        into.high[axis] = std::max(into.high[axis], from.high[axis]);
    }
    into.key_low = std::max(into.key_low, from.key_low);
    into.key_high = std::max(into.key_high, from.key_high);
    into.bodies += from.bodies;
    for (uint32_t bin = 0; bin < kSurveyBins; ++bin) {
        into.speed[bin] += from.speed[bin];
        into.shift[bin] += from.shift[bin];
        into.pairs[bin] += from.pairs[bin];
    }
}

class CpuSurveyor : public Surveyor {
public:
    void start(const sim::World& world) override {
        if (survey_) return;
        const sim::BodyView bodies = world.bodies();
        tbb::combinable<Survey> parts([] { return Survey{}; });
        tbb::parallel_for(tbb::blocked_range<uint32_t>(0, bodies.count, 16384), [&](const auto& range) {
            Survey& part = parts.local();
            for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
                survey_body(bodies, slot, part, Plain{});
        });
        survey_.emplace();
        parts.combine_each([this](const Survey& part) { merge(*survey_, part); });
    }
    std::optional<Survey> take(bool) override { return std::exchange(survey_, std::nullopt); }

private:
    std::optional<Survey> survey_;
};

/// The float that has this ordered key.
float from_ordered(uint32_t key) {
    const uint32_t bits = key & 0x80000000u ? key ^ 0x80000000u : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

float survey_value(uint32_t bin) {
    if (bin == 0) return 0;
    const uint32_t bits = (((127 + kSurveyLeastLog2) << kSurveyStepsLog2) + bin - 1)
                          << (23 - kSurveyStepsLog2);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float percentile_99(const uint32_t (&bins)[kSurveyBins]) {
    uint64_t all = 0, seen = 0;
    for (const uint32_t count : bins) all += count;
    for (uint32_t bin = 0; bin < kSurveyBins; ++bin) {
        seen += bins[bin];
        if (100 * seen >= 99 * all) return survey_value(bin);
    }
    return 0;
}

int differing_key_bits(const Survey& survey) {
    return survey.bodies == 0 ? 0 : std::bit_width(~survey.key_low ^ survey.key_high);
}

std::optional<sim::Container> bounds_of(const Survey& survey) {
    if (survey.bodies == 0) return std::nullopt;
    sim::Container bounds;
    for (int axis = 0; axis < 3; ++axis) {
        bounds.min_m[axis] = from_ordered(~survey.low[axis]);
        bounds.max_m[axis] = from_ordered(survey.high[axis]);
    }
    return bounds;
}

std::unique_ptr<Surveyor> make_surveyor(sim::Backend backend, int device) {
    if (backend == sim::Backend::cuda) return make_cuda_surveyor(device);
    return std::make_unique<CpuSurveyor>();
}

}  // namespace app
