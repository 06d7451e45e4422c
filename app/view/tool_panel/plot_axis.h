// What stands on the horizontal axis of a plot whose columns are values, not moments.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/measure/profile/sort_dots.h"
#include "app/view/widgets/plot.h"

namespace app {

/// Pixels below a plot that the labels of its horizontal axis take.
float axis_height(const Fonts& fonts);

/// A value with its place on the axis, 0 to 1.
struct AxisTick {
    double share;
    std::string label;
};
/// Lines and labels; labels that would touch the one before are left out.
void draw_axis(const Plot& plot, const std::vector<AxisTick>& ticks, const Fonts& fonts);

/// Round values from low to high: "2 ms", "2.5 ms".
std::vector<AxisTick> linear_ticks(double low_ms, double high_ms, int most);

/// Returns those of 0, 1, 2, 5, 10, 20 ... that lie on the axis.
std::vector<AxisTick> log_ticks(const LogAxis& axis);

/// Dashed lines down the plot with labels at its upper end, from the left; where two labels would touch, the second
/// stands lower.
void draw_uprights(const Plot& plot, const std::vector<AxisTick>& marks, const Fonts& fonts);

}  // namespace app
