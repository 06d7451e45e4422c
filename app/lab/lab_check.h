// Builds and tries a student's kernel, and says what is wrong with it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/lab_folder.h"

namespace app {

/// What the accesses of one line to one array cost, in the run that was counted.
struct LineCost {
    uint32_t line;
    std::string array;
    std::string unit;  // "sectors" of 32 bytes of device memory, "passes" over the banks of shared memory
    bool atomic;
    uint64_t requests;  // of a warp: all its lanes at once
    uint64_t units;
};

struct LabVerdict {
    std::string verdict;               // "right", "race condition", "deadlock", ...
    std::string reason;                // what was found, where
    std::vector<std::string> details;  // more lines: who waits where, messages of the compiler
    std::string next;                  // what to do about it
    std::string input, order;          // with which it was found; "": before any
    std::vector<std::string> given;    // "values: 23 5 17": its short arrays, where the result is wrong
    std::string printed;               // by the kernel, in its last run
    uint64_t left_out = 0;             // bytes of what it printed that are not kept
    std::string hint;                  // of a right kernel that does not do what the lab is about
    std::string extent;                // of the checks, where all is right
    std::string counted;               // the input of the costs
    std::vector<LineCost> costs;
    double build_s = 0, run_s = 0;

    bool right() const { return verdict == "right"; }
};

/// Throws sort::Unavailable where the compiler, or the GPU that is asked for, is not there.
LabVerdict check_lab(const LabFolder& folder, bool cuda);

}  // namespace app
