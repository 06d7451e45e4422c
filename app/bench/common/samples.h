// Statistics that rows of samples have in common, beside sort::median and sort::noise.
#pragma once
#include <algorithm>
#include <vector>

#include "sort/lab/measure.h"

namespace app {

/// Returns the least sample; 0 without samples.
inline double fastest(const std::vector<double>& ms) {
    return ms.empty() ? 0 : *std::min_element(ms.begin(), ms.end());
}

}  // namespace app
