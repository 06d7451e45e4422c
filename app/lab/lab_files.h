// Files of the labs that lie beside the program, or in share/sweeplab/lab where it is installed.
#pragma once
#include <filesystem>
#include <string>

namespace app {

/// Throws sort::Unavailable where the program was built or copied without them.
std::filesystem::path lab_files();

/// Returns a text of a lab, "kernel.cu" or "README.md". Throws BadFile.
std::string lab_text(const std::string& lab, const std::string& file);

}  // namespace app
