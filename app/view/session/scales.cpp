// Percentiles to round numbers.
#include "app/view/session/scales.h"

#include <algorithm>

namespace app {
namespace {

constexpr float kOver = 1.2f, kUnder = 0.3f;
constexpr float kLeastShift = 10, kLeastPairs = 10;  // in a calm scene small differences stay small

}  // namespace

float round_up(float value) {
    double round = 1e-6;
    for (int k = 0; k < 60 && static_cast<float>(round) < value; k++) round *= k % 3 == 1 ? 2.5 : 2.0;
    return static_cast<float>(round);
}

float next_scale(float now, float percentile, float least) {
    const float wanted = std::max(round_up(percentile), least);
    if (wanted > now) return percentile > kOver * now || least > now ? wanted : now;
    return percentile < kUnder * now ? wanted : now;
}

void set_scales(ColourScales& scales, const BodyStatistics& statistics, float least_speed_m_s, bool fresh) {
    if (statistics.bodies == 0) return;
    if (fresh) scales = {0, 0, 0};
    scales.speed_m_s = next_scale(scales.speed_m_s, percentile_99(statistics.speed), least_speed_m_s);
    scales.shift = next_scale(scales.shift, percentile_99(statistics.shift), kLeastShift);
    scales.pairs = next_scale(scales.pairs, percentile_99(statistics.pairs), kLeastPairs);
}

}  // namespace app
