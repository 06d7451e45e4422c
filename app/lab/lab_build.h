// Builds a student's kernel in a temporary folder: by g++ for the emulated device, or by nvcc.
#pragma once
#include <filesystem>
#include <string>

#include "app/lab/lab_folder.h"

namespace app {

/// A folder that goes when the object does.
class WorkFolder {
public:
    WorkFolder();  // throws BadFile
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct LabBuild {
    std::filesystem::path program;  // "": it was not built
    std::string messages;           // of the compiler, with the kernel's file and lines
    bool ran_out = false;           // the compiler did not end
    bool declaration = false;       // it compiles, but the kernel is not the one that is called
    double seconds = 0;
};

constexpr double kMostBuild_s = 60;   // by the clock, on a machine that does much else; usually 2
constexpr int kMostCompiler_GiB = 1;  // of addresses; the labs' files take less than a tenth

/// Returns whether the compiler's messages say that it had too little memory.
bool out_of_memory(const std::string& messages);

/// Throws sort::Unavailable where the compiler or Python is not installed.
LabBuild build_lab(const LabFolder& folder, const LabConstants& constants, bool cuda, const WorkFolder& work);

}  // namespace app
