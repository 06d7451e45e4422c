// Bodies of a scene from a file: [spawn] file. One row per body, by the columns of a table.
#pragma once
#include <memory>
#include <string>

#include "sim/scene.h"

namespace app {

/// Reads a .npy, .csv, .ply, .vtk or .xyz file: x y z (m), radius (m; else the scene's radius_m), vx vy vz (m/s), mass (kg;
/// else by the scene's density_kg_m3); of bodies with a mesh x y z, qw qx qy qz, vx vy vz, wx wy wz (rad/s) or lx ly lz (kg
/// m2/s), and shape. Columns without names are x y z radius vx vy vz, or x y z qw qx qy qz. What --save writes is read to the
/// bit. Throws BadFile with the file, the line or row and what was expected; sort::OverLimit.
///
/// What the result's spawn() finds wrong (a body outside of the box, two at one place) is a sim::BadSceneValue of [spawn]
/// file.
std::shared_ptr<const sim::GivenBodies> read_spawn_file(const sim::Scene& scene, const sim::Spawner& spawner);

/// Reads the file that the scene names, if any, and sets its number of bodies, driven meshes included. Throws as
/// read_spawn_file().
void load_spawn_file(sim::Scene& scene);

}  // namespace app
