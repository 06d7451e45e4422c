#include "sim/ground/ground.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sim {
namespace {

/// Returns a bound of the slope: the greatest difference of neighbours along a row, and across rows, bound
/// the slope of the spline, which blends them.
float steepest_of(const HeightMap& map, float spacing_m) {
    float along = 0, across = 0;
    const float* heights = map.heights_m.data();
    for (uint32_t row = 0; row < map.rows; ++row) {
        const float* own = heights + size_t(row) * map.columns;
        for (uint32_t column = 0; column + 1 < map.columns; ++column)
            along = larger(along, fabsf(own[column + 1] - own[column]));
    }
    for (uint32_t row = 0; row + 1 < map.rows; ++row) {
        const float* own = heights + size_t(row) * map.columns;
        for (uint32_t column = 0; column < map.columns; ++column)
            across = larger(across, fabsf(own[map.columns + column] - own[column]));
    }
    return sqrtf(along * along + across * across) / spacing_m;
}

}  // namespace

Ground make_ground(std::shared_ptr<const HeightMap> map, float spacing_m) {
    for (const float height : map->heights_m) {
        if (!std::isfinite(height)) throw std::invalid_argument("the ground has a height that is not finite");
    }
    const auto [low, high] = std::minmax_element(map->heights_m.begin(), map->heights_m.end());
    Ground ground{};
    ground.spacing_m = spacing_m;
    ground.min_x_m = -0.5f * float(map->columns) * spacing_m;
    ground.min_z_m = -0.5f * float(map->rows) * spacing_m;
    ground.lowest_m = *low;
    ground.highest_m = *high;
    ground.steepest = steepest_of(*map, spacing_m);
    ground.map = std::move(map);
    return ground;
}

}  // namespace sim
