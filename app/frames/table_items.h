// Tables of numbers (.csv, .ply, .vtk, .xyz) as items, by the names of their columns.
#pragma once
#include <string>

#include "app/frames/frame_form.h"
#include "app/io/tables/number_table.h"

namespace app {

/// Takes the items out of a table: boxes of min_x ... max_z, spheres of x, y, z and radius, points of x, y, z, keys of
/// `key`, as float64; without names 6, 4, 3 columns or 1. A splat's radius is three times its largest scale. A column
/// `id` gives the ids. Throws BadFile for other tables and with the index of the first wrong item.
FrameItems items_of_table(const NumberTable& table, const FrameForm& form, const std::string& path);

}  // namespace app
