// Percentiles by nearest rank: every number in a table was measured.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace app {

/// 0 of none.
template <typename T>
T nearest_rank(const std::vector<T>& sorted, double percent) {
    if (sorted.empty()) return T();
    const auto rank = static_cast<size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
    return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

}  // namespace app
