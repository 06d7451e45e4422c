// Presets: the sort of a paper in the frame of Ha, Krueger and Silva 2009, which sorts both ends of every box. A
// preset fills in what the user leaves open; every flag that is given wins.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options.h"
#include "sort/registry.h"

namespace app {

struct Preset {
    const char* name;
    const char* did;       // what the paper did, a sentence
    const char* differs;   // what is different here, a sentence
    const char* scene;     // where the user names none
    uint32_t cuda_bodies;  // where the user names no scene and no number; on cpu as many as the scene has
    const char* broad_phase;
    const char* engine;  // of cuda
    int digit_bits;      // 0: the engine's own
    sort::TileShape tile;
    const char* cpu_engine;  // in its place where the CPU computes
};

std::span<const Preset> presets();
std::vector<std::string> preset_names();
/// Returns the preset of that name. Throws BadUsage with the nearest name.
const Preset& find_preset(const std::string& name);

/// Sets what options.preset says and the user has left open: scene, bodies, broad phase, engine and its digits and tile;
/// passes are timed. Nothing without a preset. options.preset_replaced names the parts that are others than the paper's,
/// and why. Throws BadUsage for an unknown preset.
void apply_preset(Options& options);

/// apply_preset, and prints what was replaced on stderr, unless options.quiet.
void apply_preset_and_report(Options& options);

}  // namespace app
