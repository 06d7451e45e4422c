// Where the water of a map runs, and the beds that it digs. After Barnes, Lehman and Mulla 2014 (priority
// flood): cells are taken from the outlets upwards, lowest first, and each that lies lower than its way out is
// filled up to it.
#pragma once
#include "sim/ground/terrain.h"

namespace sim {

/// Fills the shallow pits and what is too deep of the others, then carves the rivers (Terrain). Outlets are
/// cells below the drain's height and those at the border; with a closed border the lowest cell. `reach` gets the
/// percent of this part.
void dig_rivers(HeightMap& map, const Terrain& terrain, float spacing_m, const ProgressCallback& reach);

}  // namespace sim
