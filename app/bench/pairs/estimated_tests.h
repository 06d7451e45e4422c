// How long a broad phase would take, known by its name before it runs.
#pragma once
#include <string_view>

namespace app {

/// Returns about how many tests of two boxes a broad phase makes on so many boxes, `sweep` of them on one axis
/// (sweep_tests()); 0: too few to matter, as of columns.
inline double estimated_tests(std::string_view broad_phase, double boxes, double sweep) {
    if (broad_phase == "brute") return 0.5 * boxes * boxes;
    return broad_phase == "sweep" || broad_phase == "endpoint" ? sweep : 0;
}

}  // namespace app
