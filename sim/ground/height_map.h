// Heights on the host, by row: what a file or make_hills() gives, before it is known how large the map is.
#pragma once
#include <cstdint>
#include <vector>

namespace sim {

/// Least and most samples along each side of a map. The largest map takes 1 GiB.
inline constexpr uint32_t kLeastSide = 16, kMostSide = 16384;

struct HeightMap {
    uint32_t columns = 0, rows = 0;
    std::vector<float> heights_m;  // rows x columns, row after row

    float& at(uint32_t column, uint32_t row) { return heights_m[size_t(row) * columns + column]; }
};

}  // namespace sim
