// Rows of numbers with names for the columns: what files of points hold, whatever their format.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/input_file.h"

namespace app {

/// Up to here every whole number is a double.
inline constexpr double kWholeLimit = 9007199254740992.0;  // 2^53

/// Each column has a value per row. Names are as the file gives them, in small letters; without names in the file they
/// are "0", "1", ...
struct NumberTable {
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;

    size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
    /// Finds a column by one of its names; none: there is no such column.
    std::optional<size_t> find(std::initializer_list<std::string_view> any_of) const;
};

/// Returns whether a path names a table by its ending: .csv, .npy, .ply, .vtk or .xyz, in small letters or capitals.
bool is_table_name(std::string_view path);

/// Reads a table by the ending of its name. Throws BadFile with the line, or the row, and what was expected there;
/// sort::OverLimit.
NumberTable read_table(const std::string& path);

// One format each. All throw as read_table().

/// Numbers between commas, semicolons or blanks. The first line may name the columns; "#" begins a comment.
NumberTable read_csv(InputFile& file);
/// Stanford PLY 1.0, ascii or binary: the scalar properties of its element `vertex`.
NumberTable read_ply(InputFile& file);
/// NumPy arrays: records of numbers, one per field, or plain ones of shape (N,) or (N, columns).
NumberTable read_npy_table(InputFile& file);
/// Legacy VTK, ASCII or BINARY: x, y, z of POINTS, the scalars of POINT_DATA, and NAME_x, NAME_y, NAME_z of its vectors.
NumberTable read_vtk(InputFile& file);
/// XYZ and extended XYZ, one frame: x, y, z, and the columns of real or whole numbers that Properties= names.
NumberTable read_xyz(InputFile& file);

}  // namespace app
