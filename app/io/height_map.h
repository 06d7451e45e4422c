// Height maps from files: 16-bit grey PNG, or NumPy arrays of two dimensions, rows x columns.
#pragma once
#include <memory>
#include <string>

#include "sim/ground/height_map.h"

namespace app {

/// Whole numbers of 16 bits stand for 0 to `height_m` metres, float32 for metres. The file says which of both it is,
/// else its name. Throws BadFile with the file's name and what was expected; sort::OverLimit where memory does not hold
/// it.
std::shared_ptr<const sim::HeightMap> read_height_map(const std::string& path, float height_m);

}  // namespace app
