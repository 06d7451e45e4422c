// The files of a folder that are frames, in the order of their numbers.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct FrameFile {
    std::string name;                // without its folder
    std::optional<uint64_t> number;  // the last digits of the name; none: it has none
};

/// Orders names as people do: digits in a row count as one number, frame_9 comes before frame_10.
bool comes_before(std::string_view a, std::string_view b);

/// Reads one listing of the folder and no file: those of the ending that most have (.npy, .csv, .ply, .vtk, .xyz),
/// without `ids`, which names a file or, with a number such as %06d, many. `left_out`, if given, receives the files of
/// other endings. Throws BadFile when the folder cannot be read or holds none.
std::vector<FrameFile> list_frames(const std::string& folder, const std::string& ids = "",
                                   std::vector<std::string>* left_out = nullptr);

/// Says which numbers are missing, and which are there twice: "frames 3 to 5 are missing", one sentence each. The
/// least difference is the step of the numbers. Nothing is said of names that differ in more than their number.
std::vector<std::string> faults_of_numbers(const std::vector<FrameFile>& files);

}  // namespace app
