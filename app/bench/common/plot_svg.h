// Charts as SVG pictures: lines over a scale of powers of two, or groups of bars. Small on purpose: what the
// figures of the papers need, readable in a browser and on paper, colours and markers safe for colour-blind
// readers.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/figure.h"

namespace app {

/// A whole SVG document. `caption` stands below it: machine and date. A chart without points says so.
std::string plot_svg(const Chart& chart, const std::string& caption);

/// Ticks that cover [low, high]: 1, 2 or 5 times a power of ten; with `log`, powers of ten, or 1, 2, 5 of
/// them where fewer than three powers lie inside.
std::vector<double> ticks(double low, double high, bool log);

}  // namespace app
