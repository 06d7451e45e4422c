#include "app/lab/labs.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/names.h"

namespace app {
namespace {

constexpr LabTask kLabs[] = {
    {"histogram", "Count the digits of keys, in shared memory first.",
     "satish -n 16 --tile 4 --warp 4 --digit-bits 2", 3, 5, true, 32, "keys"},
    {"scan", "The sum of the values before each one, in a tile.",
     "multiscan -n 16 --tile 4 --warp 4 --digit-bits 2", 0, 0, false, 32, "values sums"},
    {"split", "Split a tile by one bit, keeping the order of equal keys.", "fourway -n 16 --tile 4 --warp 4",
     1, 1, false, 32, "keys sorted"},
    {"rank", "The rank of each key among the equal digits of its tile.",
     "onesweep -n 16 --tile 4 --warp 4 --digit-bits 2", 3, 4, false, 32, "keys ranks"},
    {"look-back", "The sum of all tiles before each one, in one launch.",
     "onesweep -n 16 --tile 4 --warp 4 --digit-bits 2", 0, 0, false, 16, "values"},
    {"sweep", "All pairs of overlapping boxes, sorted along x.", "sweep -n 16", 0, 0, false, 16,
     "low_x high_x low_y high_y"},
};

/// SplitMix64: neighbouring seeds give unlike numbers.
uint64_t mixed(uint64_t seed) {
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
    return seed ^ seed >> 31;
}

}  // namespace

std::span<const LabTask> labs() { return kLabs; }

const LabTask& find_lab(const std::string& name) {
    std::vector<std::string> known;
    for (const LabTask& lab : kLabs) {
        if (name == lab.name) return lab;
        known.push_back(lab.name);
    }
    throw BadUsage(unknown_name("lab", name, known));
}

LabConstants lab_constants(const LabTask& lab, uint64_t seed) {
    constexpr uint32_t kThreads[] = {64, 128, 256};
    constexpr uint32_t kShifts = 20;
    const uint64_t bits = mixed(seed);
    LabConstants constants{kThreads[bits % 3], 0, 0};
    if (lab.high_bits == 0) return constants;
    constants.bits = lab.low_bits + static_cast<uint32_t>((bits >> 16) % (lab.high_bits - lab.low_bits + 1));
    constants.shift = static_cast<uint32_t>((bits >> 32) % kShifts);
    return constants;
}

LabConstants shown_constants(const LabTask& lab) { return {lab.shown_threads, lab.low_bits, 0}; }

std::string constants_header(const LabTask& lab, const LabConstants& constants) {
    std::string text =
        "// Numbers of this lab, made from its seed. `sweeplab lab check` ignores changes to this file.\n"
        "#pragma once\n"
        "#include <cstdint>\n\n"
        "constexpr uint32_t kThreads = " +
        std::to_string(constants.threads) + ";  // of a block, and keys of a tile\n";
    if (lab.high_bits == 0) return text;
    return text + "constexpr uint32_t kBits = " + std::to_string(constants.bits) + ";  // of a digit\n" +
           "constexpr uint32_t kBins = 1u << kBits;\n"
           "constexpr uint32_t kShift = " +
           std::to_string(constants.shift) +
           ";  // lowest bit of the digit\n\n"
           "__host__ __device__ inline uint32_t digit_of(uint32_t key) {\n"
           "    return key >> kShift & (kBins - 1);\n}\n";
}

std::vector<std::string> constants_words(const LabConstants& constants, uint64_t seed) {
    return {"--threads", std::to_string(constants.threads), "--bits", std::to_string(constants.bits),
            "--shift",   std::to_string(constants.shift),   "--seed", std::to_string(seed)};
}

}  // namespace app
