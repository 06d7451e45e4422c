// Hills made from a seed, with lakes and river beds, or the heights of a file. The same bytes from every
// compiler: integers, + - * / and square roots, in a fixed order.
#pragma once
#include <memory>
#include <string>

#include "sim/exec/stop.h"
#include "sim/ground/height_map.h"

namespace sim {

inline constexpr uint32_t kMostOctaves = 16;

/// The [terrain] of a scene. Where `heightmap` is given, it is the ground as it stands; the numbers of hills
/// are for those that are made.
struct Terrain {
    std::string heightmap_file;  // where `heightmap` comes from; nothing here reads it
    std::shared_ptr<const HeightMap> heightmap;
    float size_m = 0;           // the map's longer side; 0: as large as the bodies need
    float height_m = 60;        // that 96 % of the samples span
    uint32_t octaves = 6;       // of the hills, each half as wide and high as the one before
    float wavelength_m = 320;   // of the first octave; at most the map's side
    float lake_depth_m = 3;     // pits shallower than this are filled; deeper ones become as deep at most
    float river_slope = 0.08f;  // the least slope of ways down, apart from lakes
    float river_depth_m = 5;    // where the water of a quarter of a wavelength, squared, comes together
    bool drain = true;          // bodies leave at the border and below drain_height_m
    float drain_height_m = 6;
};

/// Square cells of `spacing_m`; most heights are from 0 to terrain.height_m. What `reach` throws ends the work.
HeightMap make_hills(const Terrain& terrain, uint32_t columns, uint32_t rows, float spacing_m, uint64_t seed,
                     const ProgressCallback& reach = {});

/// Memory that this takes a sample, those of the map included.
inline constexpr uint64_t kHillBytes = 32;

}  // namespace sim
