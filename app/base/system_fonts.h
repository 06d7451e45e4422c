// Fonts of this machine, for characters that the program's own font has not.
#pragma once
#include <string>
#include <vector>

namespace app {

struct FontFile {
    std::string path;
    int index = 0;  // in a collection
};

/// Returns outline fonts that have the characters, in fontconfig's order of preference: each has one that
/// those before it have not. Empty where libfontconfig.so.1 is not installed, or no font has any.
std::vector<FontFile> find_fonts(std::vector<char32_t> characters);

}  // namespace app
