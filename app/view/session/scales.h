// Where the scales of the colours end: at what 99 % of the bodies do not exceed, as a round number that does not
// change with every little change.
#pragma once
#include "app/base/colour.h"
#include "app/observe/readers/body_statistics.h"

namespace app {

/// The next number at or above `value` that is 1, 2 or 5 times a power of ten.
float round_up(float value);

/// The scale after `now` (0: there was none) where 99 % are up to `percentile`. Stays while that is up to a fifth
/// more than the scale, or above three tenths of it.
float next_scale(float now, float percentile, float least);

/// The ends of the colour scales. `fresh`: what was drawn before does not count.
void set_scales(ColourScales& scales, const BodyStatistics& statistics, float least_speed_m_s, bool fresh);

}  // namespace app
