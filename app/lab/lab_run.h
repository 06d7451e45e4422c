// Runs the program that a student's kernel was built into, in a process with limits.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace app {

constexpr double kMostRun_s = 10;      // of CPU time
constexpr double kMostClock_s = 30;    // of the whole run, by the clock
constexpr size_t kMostPrinted = 4000;  // bytes that a kernel prints and are shown

struct LabRun {
    std::string report;     // lines "KEY<tab>TEXT"
    std::string printed;    // by the last run of the kernel, at most kMostPrinted bytes
    uint64_t left_out = 0;  // bytes that it printed after those
    bool ran_out = false;   // it was ended by the clock
    double seconds = 0;
};

/// `words`: what follows the program's name. Throws BadFile, sort::Unavailable.
LabRun run_lab(const std::filesystem::path& program, std::vector<std::string> words);

}  // namespace app
