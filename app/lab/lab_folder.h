// A student's folder: the lab and seed in lab.toml, the kernel in kernel.cu.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/lab/labs.h"

namespace app {

struct LabFolder {
    std::filesystem::path path;
    const LabTask* lab;
    uint64_t seed;

    std::filesystem::path kernel() const { return path / "kernel.cu"; }
};

/// Makes the folder, and those above it, whole or not at all. Throws BadFile where it is there already or cannot be made.
void write_lab_folder(const std::string& path, const LabTask& lab, uint64_t seed);

/// Reads lab.toml, and sees that kernel.cu is there. Throws BadFile.
LabFolder read_lab_folder(const std::string& path);

/// Returns the folders that have a lab.toml, among `path` and what is below it, sorted. Throws BadFile where there is
/// none.
std::vector<std::filesystem::path> find_lab_folders(const std::string& path);

}  // namespace app
