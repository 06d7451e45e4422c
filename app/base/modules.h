// Modules that the program opens only when they are asked for, so that it starts where their libraries are
// not.
#pragma once
#include <filesystem>
#include <string>

namespace app {

/// Returns the path of a module: beside the executable, one folder up (the tests' executables lie in a folder
/// of their own), or, installed, in ../lib/sweeplab. Empty if it is in none of them.
std::filesystem::path find_module(const std::string& file);

}  // namespace app
