// Names of numbered files: "out_%04d.png".
#pragma once
#include <optional>
#include <string>

namespace app {

struct NumberedName {
    std::string before, after;
    size_t digits = 1;

    std::string name(size_t number) const;  // "out_0007.png"
};

/// Finds the number in a path, such as %04d. None if the path has no '%'. Throws BadUsage if it has one that
/// is not a number like %04d.
std::optional<NumberedName> find_number(const std::string& path);

}  // namespace app
