// The site, which Emscripten builds (app/site): found beside the program, and written where it is wanted.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace app {

/// Returns the folder of the site: `site` beside the executable, `build-site/site` beside its folder or, installed,
/// ../share/sweeplab/site. Throws sort::Unavailable, with what to do, where it is in none of them.
std::filesystem::path find_site();

/// Copies the site to a folder, which appears whole or not at all; one that is there is replaced where it holds nothing
/// but files of the site. Returns how many files were written. Throws as find_site(), and BadFile.
size_t write_site(const std::string& path);

}  // namespace app
