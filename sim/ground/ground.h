// The ground of a scene: its heights, and who rains on it.
#pragma once
#include <memory>

#include "sim/ground/drain.h"
#include "sim/ground/ground_force.h"
#include "sim/ground/height_map.h"

namespace sim {

/// Ground of a scene, made once on the host. Its heights are copied to the backend's memory.
struct Ground {
    std::shared_ptr<const HeightMap> map;
    float spacing_m, min_x_m, min_z_m;
    float lowest_m, highest_m;  // sample
    float steepest;             // rise over run, nowhere more
    Drain drain;

    /// Returns the height field, with its heights at heights_m or, by default, on the host.
    HeightField field(const float* heights_m) const {
        return {heights_m, map->columns, map->rows, spacing_m, min_x_m, min_z_m};
    }
    HeightField field() const { return field(map->heights_m.data()); }
    /// Returns the field with its highest place and its greatest slope: a surface that is nowhere steeper
    /// stays that far away on every side.
    Surroundings surroundings(const float* heights_m) const {
        return {field(heights_m), highest_m, sqrtf(1 + steepest * steepest)};
    }
    Surroundings surroundings() const { return surroundings(map->heights_m.data()); }
};

/// Makes the ground of a map centred on the origin, of cells of `spacing_m`; nothing leaves it.
Ground make_ground(std::shared_ptr<const HeightMap> map, float spacing_m);

}  // namespace sim
