// Layout of the legend's texture (app/gl/passes/legend_pass.h): on the left a column of balls, on the right
// the palette as a rod, both from below.
#pragma once

namespace app {

inline constexpr int kLegendBalls = 8, kLegendBallPx = 24;
inline constexpr int kLegendWidePx = 2 * kLegendBallPx, kLegendHighPx = kLegendBalls * kLegendBallPx;

}  // namespace app
