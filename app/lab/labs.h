// The labs: kernels with a gap that a student fills.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace app {

struct LabTask {
    const char* name;
    const char* sentence;          // what its kernel computes
    const char* lesson;            // that explains it: `sweeplab teach ...`
    uint32_t low_bits, high_bits;  // of a digit that a seed chooses; 0: the kernel knows no digits
    bool shared_atomics;           // atomics are meant to go to shared memory
    uint32_t shown_threads;        // of a block, where few keys are shown
    /// Names of the arrays in device memory with an element per key, with blanks between: few keys are as many as bins.
    const char* per_key;
};

/// Returns the labs in the order in which they are meant to be done.
std::span<const LabTask> labs();

/// Throws BadUsage with the nearest name.
const LabTask& find_lab(const std::string& name);

/// Numbers that a seed chooses, so that students have different ones.
struct LabConstants {
    uint32_t threads;      // of a block, and keys of a tile
    uint32_t bits, shift;  // a digit is key >> shift & ((1 << bits) - 1)
};
LabConstants lab_constants(const LabTask& lab, uint64_t seed);

/// Numbers for few keys below 256: small tiles, the lowest bits.
LabConstants shown_constants(const LabTask& lab);

/// Returns constants.h of a lab's folder.
std::string constants_header(const LabTask& lab, const LabConstants& constants);

/// Returns the words "--threads 128 --bits 4 ..." for the program that tries a kernel.
std::vector<std::string> constants_words(const LabConstants& constants, uint64_t seed);

}  // namespace app
