// Statistics that rows of samples have in common, beside sort::median and sort::noise.
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "sort/lab/measure.h"

namespace app {

/// Returns the least sample; 0 without samples.
inline double fastest(const std::vector<double>& ms) {
    return ms.empty() ? 0 : *std::min_element(ms.begin(), ms.end());
}

/// Fewest samples of which half an interquartile range says how they scatter.
inline constexpr size_t kLeastForNoise = 10;

/// Returns the noise of a row as a table has it: none where its samples are fewer than kLeastForNoise.
template <class Row>
std::optional<double> known_noise_of(const Row& row) {
    if (row.samples_ms.size() < kLeastForNoise) return {};
    return row.noise();
}

/// Returns sort::noise(); none of fewer than kLeastForNoise samples.
inline std::optional<double> known_noise(const std::vector<double>& ms) {
    if (ms.size() < kLeastForNoise) return {};
    return sort::noise(ms);
}

}  // namespace app
