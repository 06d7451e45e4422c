// Boxes for `pairs`: rows of a .npy file or the triangles of an .obj file, checked before anything uses them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "sim/math/vec3.h"

namespace app {

/// Reads boxes from a NumPy array, float32 (N, 6), or an .obj mesh: by what the file holds, else by its name.
/// `notes`: as read_obj. Throws BadFile, sort::OverLimit (over 2^27 boxes).
std::vector<sim::Box> read_boxes(const std::string& path, std::vector<std::string>* notes = nullptr);

/// "sweeplab: NOTE" on stderr, each on a line of its own; nothing where `quiet`.
void say_notes(const std::vector<std::string>& notes, bool quiet);

/// Grows each box by `inflate_m` on every side. Throws BadUsage when a side is no longer finite.
void inflate(std::vector<sim::Box>& boxes, float inflate_m);

/// Refuses NaN, infinities and min > max with the index of the first such box. Throws BadFile.
void check_boxes(std::span<const sim::Box> boxes, const std::string& path);

/// Returns whether a path names boxes by its ending, in small letters or capitals: ".npy" or ".obj".
bool is_boxes_name(const std::string& path);

}  // namespace app
